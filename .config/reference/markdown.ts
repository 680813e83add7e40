/** Text in a cell of a table. */
export function cell(text: string): string {
  return text.replaceAll('\n', ' ').replaceAll('|', '\\|');
}

export function code(text: string): string {
  return text === '' ? '' : `\`${text}\``;
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  if (rows.length === 0) return [];
  const row = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [row(head), row(head.map(() => '---')), ...rows.map(row), ''];
}

/** Anchor of a heading, as GitHub makes it. */
export function anchor(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');
}
