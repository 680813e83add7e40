import { type Block, bad, fields, gap, line, quiet, strong, table, type View, warning } from './document.ts';

export interface ImportReport {
  readonly dry_run: boolean;
  readonly format: 'lines' | 'csv' | 'json';
  /** Non-empty rows: entries, duplicates and invalid ones. */
  readonly rows: number;
  /** Unique valid entries. */
  readonly entries: number;
  readonly duplicates: number;
  readonly added: number;
  readonly already_existed: number;
  /** Entries that were not sent yet. */
  readonly left: number;
  /** Hours of budget that what is left takes; 0 for the owner of the machine. */
  readonly hours: number;
  /** When the budget allows the import to continue; null when it didn't stop for that. */
  readonly resume_at: string | null;
  readonly invalid: readonly { readonly line: number; readonly value: string; readonly reason: string }[];
}

/** Lines shown to people. */
const SHOWN = 20;

export const importReport: View<ImportReport> = (report) => [
  fields(
    [
      'in the file',
      `${report.entries} entries, ${report.duplicates} duplicates, ${report.invalid.length} invalid`,
    ],
    ...(report.dry_run
      ? []
      : [
          ['added', strong(String(report.added))] as const,
          ['already listed', String(report.already_existed)] as const,
        ]),
  ),
  ...invalidRows(report),
  ...whatIsLeft(report),
];

function invalidRows({ format, invalid }: ImportReport): Block[] {
  if (invalid.length === 0) return [];
  const rows = invalid.slice(0, SHOWN).map((each) => [String(each.line), bad(each.value), each.reason]);
  const more = invalid.length - rows.length;
  return [
    gap,
    table(
      [
        { title: format === 'json' ? 'element' : 'line', align: 'right' },
        { title: 'value', flexible: true },
        { title: 'reason', flexible: true },
      ],
      rows,
      '',
    ),
    ...(more > 0 ? [line(quiet(`and ${more} more; --json shows all`))] : []),
  ];
}

function whatIsLeft({ dry_run, left, hours, resume_at }: ImportReport): Block[] {
  if (left === 0) return [];
  if (dry_run) {
    const within = hours === 1 ? 'an hour' : `${hours} hours`;
    const when = hours === 0 ? [] : [`The hourly budget allows the import within ${within}.`];
    return [gap, line('Nothing was imported.', ...when)];
  }
  const when = resume_at === null ? [] : [{ at: resume_at }];
  return [gap, line(warning(`${left} entries are left. Continue with --resume`), ...when)];
}
