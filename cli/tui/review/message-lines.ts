import type { MessageFindings } from '../../../shared/contract/findings.ts';
import type { MailboxView } from '../../../shared/contract/mailboxes.ts';
import type { MessageDetail } from '../../../shared/contract/messages.ts';
import { countedHidden } from '../../../shared/hidden-text.ts';
import { addressRows, namedAddress, senderOf } from '../../../shared/named-address.ts';
import { noteWords } from '../../../shared/recipient-words.ts';
import { deniedVersion } from '../../../shared/review/sentences.ts';
import { wordDiff } from '../../../shared/review/word-diff.ts';
import { safeLine } from '../../output/terminal/safe.ts';
import { localDateTime } from '../../output/terminal/time.ts';
import {
  HTML_SAYS_THE_SAME,
  HTML_TITLE,
  NO_SUBJECT,
  TEXT_WITHHELD,
} from '../../output/views/placeholders.ts';
import { fromDisplay } from '../../tasks/reviewing/from.ts';
import { type MarkedStretch, Marks, markedParts } from './marks.ts';
import { holdSentences, mailboxSentences, trustSentences } from './sentences.ts';
import { type ScreenTone, type TextLine, type TextSpan, wrap } from './text.ts';

export interface MessageLines {
  readonly lines: readonly TextLine[];
  /** Whether the lines contain the whole message, not only the part that the caller may read. */
  readonly isWhole: boolean;
  /** Marks, from the first line on. */
  readonly marks: readonly Mark[];
}

export interface Mark {
  /** ID in the spans. */
  readonly id: number;
  /** Line on which it begins. */
  readonly line: number;
  /** Safe for a terminal. */
  readonly reason: string;
}

export interface MessageSource {
  readonly detail: MessageDetail;
  readonly mailbox: MailboxView | undefined;
  /** Null without positions. */
  readonly found: MessageFindings | null;
  readonly width: number;
}

const LABEL_WIDTH = 10;
const KINDS_SHOWN = 6;
/** Longer subjects and file names are cut. */
const LONGEST_FIELD = 2000;

let last: { source: MessageSource; result: MessageLines } | undefined;

/** Lines of a message. Caches the last result, because each key needs it again. */
export function messageLines(source: MessageSource): MessageLines {
  if (last && isSame(last.source, source)) return last.result;
  const { detail, mailbox, found, width } = source;
  const marks = new Marks(detail, found);
  const lines = [
    ...subjectLines(detail, marks, width),
    ...headLines(detail, mailbox, width),
    [],
    ...labelled('Held', holdSentences(detail, marks).map(warned), width),
    ...labelled('Policy', mailboxSentences(detail, mailbox), width),
    ...labelled('Trust', trustSentences(detail), width),
    ...hiddenLines(detail, mailbox, width),
    ...attachmentLines(detail, width),
    rule(width),
    ...bodyLines(detail.body, marks.in('text', detail.body.content ?? ''), width),
    ...htmlLines(detail, width),
    ...revisionLines(detail, width),
  ];
  const texts = [detail.body, ...(detail.html_text ? [detail.html_text] : [])];
  const result = {
    lines,
    isWhole: texts.every(({ content, truncated }) => content !== null && !truncated),
    marks: marksOn(lines, marks.reasons),
  };
  last = { source, result };
  return result;
}

function isSame(one: MessageSource, other: MessageSource): boolean {
  return (
    one.detail === other.detail &&
    one.mailbox === other.mailbox &&
    one.found === other.found &&
    one.width === other.width
  );
}

function marksOn(lines: readonly TextLine[], reasons: readonly string[]): Mark[] {
  const marks = new Map<number, Mark>();
  for (const [line, spans] of lines.entries()) {
    for (const { mark: id } of spans) {
      if (id !== undefined && !marks.has(id))
        marks.set(id, { id, line, reason: safeLine(reasons[id] ?? '') });
    }
  }
  return [...marks.values()];
}

function subjectLines({ subject }: MessageDetail, marks: Marks, width: number): TextLine[] {
  const stretches = marks.in('subject', subject).map(({ start, end, mark }) => {
    return {
      start: onOneLine(subject.slice(0, start)).length,
      end: onOneLine(subject.slice(0, end)).length,
      mark,
    };
  });
  const shown = markedParts(onOneLine(subject).slice(0, LONGEST_FIELD), { stretches, tone: 'strong' });
  return wrap(subject.trim() === '' ? [{ text: NO_SUBJECT, tone: 'quiet' }] : shown, width);
}

function onOneLine(text: string): string {
  return text.replace(/[\t\n\r ]+/g, ' ');
}

function headLines(detail: MessageDetail, mailbox: MailboxView | undefined, width: number): TextLine[] {
  const arrow = detail.direction === 'inbound' ? 'inbound' : 'outbound';
  return [
    ...field('From', parts(fromDisplay(detail, mailbox) ?? namedAddress(senderOf(detail))), width),
    ...peopleLines(detail, width),
    ...field('Mailbox', [{ text: `${safeLine(detail.mailbox_name)}, ${arrow}` }], width),
    ...field('Time', [{ text: localDateTime(detail.created_at) }], width),
    ...field('Id', [{ text: safeLine(detail.id), tone: 'quiet' }], width),
  ];
}

/**
 * Everybody whom the message names; of own mail every recipient, with what a reviewer should know about them.
 */
function peopleLines(detail: MessageDetail, width: number): TextLine[] {
  const { recipients = [] } = detail;
  if (recipients.length === 0) {
    return addressRows(detail).flatMap(({ label, text }) => field(label, parts(text), width));
  }
  return recipients.flatMap((each) => {
    const notes = noteWords(each);
    const noted: TextLine = notes === '' ? [] : [{ text: `  ${notes}`, tone: 'warning' }];
    return field(ROLE_LABELS[each.role], [...parts(namedAddress(each)), ...noted], width);
  });
}

const ROLE_LABELS = { to: 'To', cc: 'Cc', bcc: 'Bcc' } as const;

function field(label: string, value: TextLine, width: number): TextLine[] {
  const room = Math.max(8, width - LABEL_WIDTH);
  return wrap(value, room).map((line, index) => [
    { text: (index === 0 ? label : '').padEnd(LABEL_WIDTH), tone: 'quiet' },
    ...line,
  ]);
}

function labelled(label: string, sentences: readonly TextLine[], width: number): TextLine[] {
  return sentences.flatMap((sentence, index) => field(index === 0 ? label : '', sentence, width));
}

function warned(sentence: TextLine): TextLine {
  return sentence.map((span) => ({ tone: 'warning', ...span }));
}

/** Counts invisible characters by kind: they hide text from people but not from machines. */
function hiddenLines(detail: MessageDetail, mailbox: MailboxView | undefined, width: number): TextLine[] {
  const { subject, body, html_text, attachments } = detail;
  const names = attachments.map(({ filename }) => filename ?? '');
  const from = fromDisplay(detail, mailbox) ?? namedAddress(senderOf(detail));
  const people = addressRows(detail).map(({ text }) => text);
  const texts = [body.content ?? '', html_text?.content ?? ''];
  const kinds = countedHidden([subject, from, ...people, ...names, ...texts].join('\n'));
  const count = kinds.reduce((sum, kind) => sum + kind.count, 0);
  if (count === 0) return [];
  const listed = kinds.slice(0, KINDS_SHOWN).map(({ shown, count: each }) => `${each} x ${shown}`);
  if (kinds.length > KINDS_SHOWN) listed.push('…');
  const noun = count === 1 ? 'invisible character' : 'invisible characters';
  const text = `${count} ${noun}, spelled out below: ${listed.join(', ')}`;
  return field('Hidden', [{ text, tone: 'hidden' }], width);
}

function attachmentLines({ attachments }: MessageDetail, width: number): TextLine[] {
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

function rule(width: number): TextLine {
  return [{ text: '─'.repeat(width), tone: 'quiet' }];
}

/** The text of the HTML, which mail programs show instead of the text part. */
function htmlLines({ has_html, html_text }: MessageDetail, width: number): TextLine[] {
  if (!has_html) return [];
  if (html_text === undefined) return [[], [{ text: HTML_SAYS_THE_SAME, tone: 'quiet' }]];
  const title = wrap([{ text: HTML_TITLE, tone: 'warning' }], width);
  return [rule(width), ...title, [], ...bodyLines(html_text, [], width)];
}

/** Changes since the version that a person denied, and why it was denied. */
function revisionLines(detail: MessageDetail, width: number): TextLine[] {
  const denied = deniedVersion(detail);
  if (denied === undefined) return [];
  const title: TextSpan = { text: 'Changes since the version that was denied', tone: 'strong' };
  const reason = denied.review?.reason ?? null;
  return [
    rule(width),
    [title],
    ...(reason === null ? [] : field('Because', parts(safeLine(reason), 'warning'), width)),
    [],
    ...differenceLines(denied.body.content ?? '', detail.body.content ?? '').flatMap((line) =>
      wrap(line, width),
    ),
  ];
}

const DIFFERENCES = {
  same: { before: '', after: '', tone: undefined },
  removed: { before: '[-', after: '-]', tone: 'bad' },
  added: { before: '{+', after: '+}', tone: 'good' },
} as const;

/** Brackets tell removed and added words apart where there are no colours. */
function differenceLines(earlier: string, later: string): TextLine[] {
  const lines: TextSpan[][] = [[]];
  for (const { kind, text } of wordDiff(earlier.trimEnd(), later.trimEnd())) {
    const { before, after, tone } = DIFFERENCES[kind];
    for (const [index, line] of text.split(/\r?\n/).entries()) {
      if (index > 0) lines.push([]);
      if (line !== '')
        lines.at(-1)?.push({ text: before, tone }, ...parts(line, tone), { text: after, tone });
    }
  }
  return lines;
}

function bodyLines(
  body: MessageDetail['body'],
  stretches: readonly MarkedStretch[],
  width: number,
): TextLine[] {
  if (body.content === null) {
    return wrap([{ text: TEXT_WITHHELD, tone: 'warning' }], width);
  }
  if (body.content.trim() === '') return [[{ text: '(no text)', tone: 'quiet' }]];
  const lines = textLines(body.content, stretches).flatMap((line) => wrap(line, width));
  while (lines.at(-1)?.length === 0) lines.pop();
  if (!body.truncated) return lines;
  const text = `[${body.returned_char_count} of ${body.char_count} characters; sign in to see all: agentmail login]`;
  return [...lines, ...wrap([{ text, tone: 'warning' }], width)];
}

function textLines(text: string, stretches: readonly MarkedStretch[]): TextLine[] {
  let start = 0;
  let first = 0;
  return text.split('\n').map((line, index, all) => {
    const shown = index < all.length - 1 && line.endsWith('\r') ? line.slice(0, -1) : line;
    while ((stretches[first]?.end ?? Number.POSITIVE_INFINITY) <= start) first += 1;
    const spans = markedParts(shown, {
      stretches: stretchesFrom(stretches, first, start + line.length),
      start,
    });
    start += line.length + 1;
    return spans;
  });
}

/** Marked parts that begin before an offset. A text may have many, a line has few. */
function stretchesFrom(
  stretches: readonly MarkedStretch[],
  first: number,
  before: number,
): readonly MarkedStretch[] {
  let end = first;
  while ((stretches[end]?.start ?? before) < before) end += 1;
  return stretches.slice(first, end);
}

function parts(text: string, tone?: ScreenTone): TextSpan[] {
  return markedParts(text, { stretches: [], tone });
}
