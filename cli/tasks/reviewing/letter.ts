import { UsageError } from '../../errors.ts';

/** Editable parts of a held message. */
export interface Letter {
  readonly to: string;
  readonly subject: string;
  readonly body: string;
  /** Reason for the record and the agent; empty without one. */
  readonly reason: string;
}

const ABOUT = [
  '# Edit the message, save and close. An unchanged file sends nothing.',
  '# Lines with # up to the first empty line are left out.',
];

/** The message as a file: `To`, `Subject` and the `Reason` of the edit, an empty line, the text. */
export function writeLetter({ to, subject, body, reason }: Letter): string {
  const head = [...ABOUT, `To: ${onOneLine(to)}`, `Subject: ${onOneLine(subject)}`, `Reason: ${reason}`];
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
    if (field !== 'to' && field !== 'subject' && field !== 'reason')
      throw new UsageError(aboutLine(field, line));
    if (fields.has(field)) throw new UsageError(`The file has two ${name} lines.`);
    fields.set(field, value.trim());
  }
  const to = fields.get('to') ?? '';
  const subject = fields.get('subject') ?? '';
  if (to === '' || subject === '') throw new UsageError('The file needs a To and a Subject line.');
  if (body.trim() === '') throw new UsageError('The file has no text below its empty line.');
  return { to, subject, body, reason: fields.get('reason') ?? '' };
}

function aboutLine(field: string, line: string): string {
  if (field === 'cc' || field === 'bcc') return 'A message has one recipient: Cc and Bcc are not supported.';
  return `"${line.slice(0, 60)}" is no To, Subject or Reason line; the text begins after an empty line.`;
}

/** Changed fields. The line break that editors add at the end isn't a change. */
export function changesOf(before: Letter, after: Letter): Partial<Omit<Letter, 'reason'>> {
  const body = before.body.endsWith('\n') ? after.body : after.body.replace(/\n$/, '');
  return {
    ...(after.to !== onOneLine(before.to) && { to: after.to }),
    ...(after.subject !== onOneLine(before.subject) && { subject: after.subject }),
    ...(body !== normal(before.body) && { body }),
  };
}

/** Joins folded field values. */
function onOneLine(text: string): string {
  return text.replace(/\s*[\r\n]+\s*/g, ' ').trim();
}

function normal(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}
