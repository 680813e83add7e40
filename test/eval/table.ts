/** One line of the table. */
export interface Row {
  readonly dataSet: string;
  readonly cases: number;
  /** Share of what should be found that is found; null where there is nothing to find. */
  readonly recall: number | null;
  /** Share of what should be left alone that is not; null where everything should be found. */
  readonly falsePositives: number | null;
  readonly millisecondsPerMessage: number | null;
  readonly note: string;
}

const percent = (value: number | null) => (value === null ? '–' : `${(100 * value).toFixed(1)} %`);

export function renderTable(rows: readonly Row[]): string {
  const cells = [
    ['data set', 'cases', 'recall', 'false positives', 'ms/message', 'note'],
    ...rows.map((row) => [
      row.dataSet,
      String(row.cases),
      percent(row.recall),
      percent(row.falsePositives),
      row.millisecondsPerMessage === null ? '–' : row.millisecondsPerMessage.toFixed(2),
      row.note,
    ]),
  ];
  const widths = [0, 1, 2, 3, 4, 5].map((column) =>
    Math.max(...cells.map((line) => line[column]?.length ?? 0)),
  );
  const lines = cells.map(
    (line) => `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`,
  );
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  return [lines[0], rule, ...lines.slice(1)].join('\n');
}
