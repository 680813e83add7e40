import { countedHidden, safeLine, safeParts } from '../../terminal/safe.ts';
import type { Detail } from '../../views/messages.ts';
import { holdSentences, mailboxSentences, trustSentences } from './sentences.ts';
import type { Mailbox } from './state.ts';
import { type Line, type Span, type Tone, wrap } from './text.ts';

/** A message as the lines of its pane. */
export interface MessageLines {
  readonly lines: readonly Line[];
  /** Whether they hold all of the message, or only what the caller may have of it. */
  readonly isWhole: boolean;
}

const LABEL_WIDTH = 10;
const KINDS_SHOWN = 6;
/** Subjects and names of files are cut there: nobody decides by what comes after. */
const LONGEST_FIELD = 2000;

let last: { detail: Detail; mailbox: Mailbox | undefined; width: number; result: MessageLines } | undefined;

/** The lines of a message for a width; those of the last one are kept, as keys ask for them again and again. */
export function messageLines(detail: Detail, mailbox: Mailbox | undefined, width: number): MessageLines {
  if (last?.detail === detail && last.mailbox === mailbox && last.width === width) return last.result;
  const { content, truncated } = detail.body;
  const result = {
    lines: [
      ...subjectLines(detail, width),
      ...headLines(detail, width),
      [],
      ...labelled('Held', holdSentences(detail), width, 'warning'),
      ...labelled('Policy', mailboxSentences(detail, mailbox), width),
      ...labelled('Trust', trustSentences(detail), width),
      ...hiddenLines(detail, width),
      ...attachmentLines(detail, width),
      rule(width),
      ...bodyLines(detail, width),
    ],
    isWhole: content !== null && !truncated,
  };
  last = { detail, mailbox, width, result };
  return result;
}

function subjectLines({ subject }: Detail, width: number): Line[] {
  const shown = parts(subject.replace(/[\t\n\r ]+/g, ' ').slice(0, LONGEST_FIELD), 'strong');
  return wrap(subject.trim() === '' ? [{ text: '(no subject)', tone: 'quiet' }] : shown, width);
}

function headLines(detail: Detail, width: number): Line[] {
  const arrow = detail.direction === 'inbound' ? 'comes in' : 'goes out';
  return [
    ...field('From', parts(detail.sender), width),
    ...field('To', parts(detail.recipient), width),
    ...field('Mailbox', [{ text: `${safeLine(detail.mailbox_name)}, ${arrow}` }], width),
    ...field('Time', [{ text: detail.created_at.replace('T', ' ').replace(/\.\d+Z$/, ' UTC') }], width),
    ...field('Id', [{ text: safeLine(detail.id), tone: 'quiet' }], width),
  ];
}

function field(label: string, value: Line, width: number): Line[] {
  const room = Math.max(8, width - LABEL_WIDTH);
  return wrap(value, room).map((line, index) => [
    { text: (index === 0 ? label : '').padEnd(LABEL_WIDTH), tone: 'quiet' },
    ...line,
  ]);
}

function labelled(label: string, sentences: readonly Line[], width: number, tone?: Tone): Line[] {
  return sentences.flatMap((sentence, index) =>
    field(
      index === 0 ? label : '',
      tone === undefined ? sentence : sentence.map((span) => ({ tone, ...span })),
      width,
    ),
  );
}

/** How many characters show nothing, by kind: they are how text is hidden from people and not from machines. */
function hiddenLines({ subject, body, attachments, sender, recipient }: Detail, width: number): Line[] {
  const names = attachments.map(({ filename }) => filename ?? '');
  const kinds = countedHidden([subject, sender, recipient, ...names, body.content ?? ''].join('\n'));
  const count = kinds.reduce((sum, kind) => sum + kind.count, 0);
  if (count === 0) return [];
  const listed = kinds.slice(0, KINDS_SHOWN).map(({ shown, count: each }) => `${each} x ${shown}`);
  if (kinds.length > KINDS_SHOWN) listed.push('…');
  const noun = count === 1 ? 'character that shows' : 'characters that show';
  const text = `${count} ${noun} nothing, written out below: ${listed.join(', ')}`;
  return field('Hidden', [{ text, tone: 'hidden' }], width);
}

function attachmentLines({ attachments }: Detail, width: number): Line[] {
  return attachments.flatMap((each, index) => {
    const facts = [
      each.sniffed_mime_type ?? each.content_type,
      sizeOf(each.size),
      ...(each.mime_mismatch ? [`declared as ${each.declared_mime_type}`] : []),
      ...(each.av_verdict === 'skipped' ? ['not checked for malware'] : [`malware: ${each.av_verdict}`]),
    ];
    const isBad = each.av_verdict === 'infected' || each.policy_action !== 'deliver' || each.mime_mismatch;
    return field(
      index === 0 ? 'Attached' : '',
      [
        ...parts((each.filename ?? '(no name)').slice(0, LONGEST_FIELD), isBad ? 'bad' : 'strong'),
        { text: ` ${safeLine(facts.join(', '))}`, tone: isBad ? 'bad' : undefined },
        ...(each.policy_action === 'deliver'
          ? []
          : [{ text: ` [${each.policy_action}]`, tone: 'bad' as const }]),
      ],
      width,
    );
  });
}

function sizeOf(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function rule(width: number): Line {
  return [{ text: '─'.repeat(width), tone: 'quiet' }];
}

function bodyLines({ body }: Detail, width: number): Line[] {
  if (body.content === null) {
    const text = 'The text cannot be shown: it could not be cleared of personal data.';
    return wrap([{ text, tone: 'warning' }], width);
  }
  if (body.content.trim() === '') return [[{ text: '(no text)', tone: 'quiet' }]];
  const lines = body.content
    .replaceAll('\r\n', '\n')
    .split('\n')
    .flatMap((line) => wrap(parts(line), width));
  while (lines.at(-1)?.length === 0) lines.pop();
  if (!body.truncated) return lines;
  const text = `[${body.returned_char_count} of ${body.char_count} characters; a signed-in person gets all: agentmail login]`;
  return [...lines, ...wrap([{ text, tone: 'warning' }], width)];
}

/** A line of mail, with what is hidden in it marked. */
function parts(line: string, tone?: Tone): Span[] {
  return safeParts(line).map(({ text, hidden }) => ({ text, tone: hidden === undefined ? tone : 'hidden' }));
}
