import { readRows } from '../../eval/corpora.ts';

/** A published forward, and the words above it; null when there are none. */
export interface ForwardCase {
  readonly id: string;
  readonly text: string;
  readonly own: string | null;
}

interface ForwardRow {
  readonly id: string;
  readonly client_lang: string;
  readonly text: string;
}

/** Words that the authors of the corpus put above forwards. */
const WORDS = [
  'Praesent suscipit egestas hendrerit.\n\nAliquam eget dui dui.',
  "That's true!\n\nRegards,\n\ne.",
];

/** Rows that are bodies; the others are subjects. */
export function forwardCases(): ForwardCase[] {
  return readRows<ForwardRow>('mail-ham-spam/email_forward_parser.jsonl')
    .filter(({ id }) => id.includes('_body'))
    .map(({ id, text }) => {
      const start = text.replaceAll('\r\n', '\n').replace(/^[\s\ufeff]+/, '');
      const own = WORDS.find((words) => start.startsWith(words.slice(0, 16)));
      return { id, text, own: own ?? null };
    });
}
