import type { ScanInput } from '../../daemon/content/scanning/index.ts';
import { readHtml } from '../../daemon/content/scanning/normalize/html.ts';
import { readRows } from './corpora.ts';
import { textInput } from './mail.ts';

/** Sources of ordinary mail as programs and offices send it; all of it is harmless. */
export const TODAY = ['indico', 'templates', 'postmark', 'enron'] as const;
export type TodaySource = (typeof TODAY)[number];

interface TodayRow {
  readonly id: string;
  readonly text?: string;
  readonly html?: string;
  readonly body?: string;
  readonly raw_latin1?: string;
}

export interface TodayMail {
  readonly id: string;
  readonly source: TodaySource;
  readonly input: ScanInput;
}

const SUBJECT = /^Subject: ([^\r\n]*)\r?\n/;

function inputOf({ text, html, body, raw_latin1: raw }: TodayRow): ScanInput {
  const markup = html ?? body;
  if (markup !== undefined) return { ...textInput(readHtml(markup).visible.text), html: markup };
  if (raw === undefined) return textInput(text ?? '');
  return textInput(raw.replace(SUBJECT, ''), SUBJECT.exec(raw)?.[1] ?? '');
}

export function readMailOfToday(source: TodaySource): TodayMail[] {
  const rows = readRows<TodayRow>(`mail-today/${source}.jsonl${source === 'enron' ? '.gz' : ''}`);
  return rows.map((row) => ({ id: row.id, source, input: inputOf(row) }));
}
