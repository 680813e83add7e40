import { splitAddresses } from '../../../shared/recipient-words.ts';
import { UsageError } from '../../errors.ts';

/** Editable parts of a held message. */
export interface Letter {
  /** Addresses with names, as they are in a header; `cc` and `bcc` are empty without any. */
  readonly to: string;
  readonly cc: string;
  readonly bcc: string;
  readonly subject: string;
  readonly body: string;
  /** Reason for the record and the agent; empty without one. */
  readonly reason: string;
}

const ABOUT = [
  '# Edit the message, save and close. An unchanged file sends nothing.',
  '# Lines with # up to the first empty line are left out.',
];

/** The message as a file: its recipients, `Subject` and the `Reason` of the edit, an empty line, the text. */
export function writeLetter({ to, cc, bcc, subject, body, reason }: Letter): string {
  const copies = [
    ['Cc', cc],
    ['Bcc', bcc],
  ].flatMap(([name, value = '']) => (value === '' ? [] : [`${name}: ${onOneLine(value)}`]));
  const head = [
    ...ABOUT,
    `To: ${onOneLine(to)}`,
    ...copies,
    `Subject: ${onOneLine(subject)}`,
    `Reason: ${reason}`,
  ];
  return `${head.join('\n')}\n\n${normal(body)}${body.endsWith('\n') ? '' : '\n'}`;
}

const PROBLEM = '# Not sent: ';

/** The person's text with a problem in its first line. */
export function withProblem(text: string, problem: string): string {
  const lines = normal(text).split('\n');
  const own = lines[0]?.startsWith(PROBLEM) ? lines.slice(1) : lines;
  return [`${PROBLEM}${onOneLine(problem)}`, ...own].join('\n');
}

/** Parses an edited file of `writeLetter`; throws `UsageError` if it is invalid. */
export function readLetter(text: string): Letter {
  const [, head = '', body = ''] = /^([\s\S]*?)(?:\n[ \t]*\n([\s\S]*))?$/.exec(normal(text)) ?? [];
  const fields = new Map<string, string>();
  for (const line of head.split('\n')) {
    if (line.startsWith('#') || line.trim() === '') continue;
    const [, name = '', value = ''] = /^([A-Za-z-]+):(.*)$/.exec(line) ?? [];
    const field = name.toLowerCase();
    if (!FIELDS.includes(field)) {
      const start = `"${line.slice(0, 60)}" is no ${FIELD_NAMES} line`;
      throw new UsageError(`${start}; the text begins after an empty line.`);
    }
    if (fields.has(field)) throw new UsageError(`The file has two ${name} lines.`);
    fields.set(field, value.trim());
  }
  const to = fields.get('to') ?? '';
  const subject = fields.get('subject') ?? '';
  if (to === '' || subject === '') throw new UsageError('The file needs a To and a Subject line.');
  if (body.trim() === '') throw new UsageError('The file has no text below its empty line.');
  const [cc = '', bcc = '', reason = ''] = ['cc', 'bcc', 'reason'].map((field) => fields.get(field));
  return { to, cc, bcc, subject, body, reason };
}

const FIELDS = ['to', 'cc', 'bcc', 'subject', 'reason'];
const FIELD_NAMES = 'To, Cc, Bcc, Subject or Reason';

/** Changed fields. The line break that editors add at the end isn't a change. */
export function changesOf(before: Letter, after: Letter): LetterChanges {
  const body = before.body.endsWith('\n') ? after.body : after.body.replace(/\n$/, '');
  const isOther = (field: 'to' | 'cc' | 'bcc' | 'subject') => after[field] !== onOneLine(before[field]);
  return {
    ...(isOther('to') && { to: splitAddresses(after.to) }),
    ...(isOther('cc') && { cc: splitAddresses(after.cc) }),
    ...(isOther('bcc') && { bcc: splitAddresses(after.bcc) }),
    ...(isOther('subject') && { subject: after.subject }),
    ...(body !== normal(before.body) && { body }),
  };
}

interface LetterChanges {
  to?: string[];
  cc?: string[];
  bcc?: string[];
  subject?: string;
  body?: string;
}

/** Joins folded field values. */
function onOneLine(text: string): string {
  return text.replace(/\s*[\r\n]+\s*/g, ' ').trim();
}

function normal(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}
