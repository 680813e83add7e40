import type {
  Attachment,
  MessageDetail,
  MessageListItem,
  MessageState,
} from '../../../shared/contract/messages.ts';
import { holdReason, languageHint } from '../../../shared/hold-reasons.ts';
import { addressRows, namedAddress, otherParty, senderOf } from '../../../shared/named-address.ts';
import { versionText } from '../../../shared/review/sentences.ts';
import { calendarFields } from './calendar-fields.ts';
import {
  type Block,
  bad,
  type Cell,
  type Column,
  fields,
  gap,
  line,
  moment,
  moreBefore,
  quiet,
  strong,
  table,
  type View,
  warning,
} from './document.ts';
import {
  CONTENT_WITHHELD,
  HELD_TEXT_WITHHELD,
  HTML_SAYS_THE_SAME,
  HTML_TITLE,
  subjectCell,
  subjectTitle,
  TEXT_WITHHELD,
} from './placeholders.ts';
import { recipientFields } from './recipient-fields.ts';
import { reviewFields } from './review-answer.ts';
import { shortId } from './short-ids.ts';

const QUIET_STATES: readonly MessageState[] = ['available', 'delivered'];
const BAD_STATES: readonly MessageState[] = ['blocked', 'bounced', 'firewall_blocked'];

/** A page of messages and its limit. */
interface MessagePage {
  readonly messages: readonly MessageListItem[];
  readonly limit: number;
}

/** Inbound mail with unread messages marked. */
export const inbox: View<MessagePage> = ({ messages, limit }) => [
  inboxTable(messages, false),
  ...moreBefore(messages, limit),
];

/** Inbound mail of several mailboxes. */
export const inboxOfAll: View<MessagePage> = ({ messages, limit }) => [
  inboxTable(messages, true),
  ...(messages.length < limit ? [] : [line(quiet('More: use --mailbox and --cursor'))]),
];

function inboxTable(messages: readonly MessageListItem[], named: boolean): Block {
  return table(
    [
      { title: '' },
      ...(named ? [{ title: 'mailbox', flexible: true } as const] : []),
      { title: 'from', flexible: true },
      { title: 'subject', flexible: true },
      ...END_COLUMNS,
    ],
    messages.map((message) => [
      markCell(message),
      ...(named ? [message.mailbox_name] : []),
      senderOfListed(message),
      listedSubject(message),
      ...endCells(message),
    ]),
    'No messages.',
  );
}

function senderOfListed(message: MessageListItem): Cell {
  const isNew = message.direction === 'inbound' && message.read_at === null;
  return { party: senderOf(message), ...(isNew && { tone: 'strong' as const }) };
}

/** `*` is unread, `+` is starred. */
function markCell({ read_at, starred: star }: MessageListItem): Cell {
  const marks = `${read_at === null ? '*' : ''}${star ? '+' : ''}`;
  return marks === '' ? ' ' : strong(marks);
}

export const messageList: View<MessagePage> = ({ messages, limit }) => [
  table(
    [{ title: '' }, { title: 'with', flexible: true }, { title: 'subject', flexible: true }, ...END_COLUMNS],
    messages.map((message) => [
      message.direction === 'inbound' ? '<' : '>',
      { party: otherParty(message) },
      listedSubject(message),
      ...endCells(message),
    ]),
    'Nothing here.',
  ),
  ...moreBefore(messages, limit),
];

const END_COLUMNS: readonly Column[] = [{ title: 'when' }, { title: 'state' }, { title: 'id' }];

function endCells(message: MessageListItem): Cell[] {
  return [moment(message.created_at), stateCell(message.state), quiet(shortId(message.id))];
}

function emphasis(message: MessageListItem, text: string): Cell {
  return message.direction === 'inbound' && message.read_at === null ? strong(text) : text;
}

/** Subject in a list, with a mark for attachments. */
export function listedSubject(message: MessageListItem): Cell {
  if (message.content_withheld) return quiet(CONTENT_WITHHELD);
  if (message.subject.trim() === '') return subjectCell(null);
  return emphasis(message, message.has_attachment ? `${message.subject} [+]` : message.subject);
}

function titleOf({ subject, content_withheld }: MessageListItem | MessageDetail): Cell {
  return content_withheld ? quiet(CONTENT_WITHHELD) : subjectTitle(subject);
}

function stateCell(state: MessageState): Cell {
  if (QUIET_STATES.includes(state)) return quiet(state);
  return BAD_STATES.includes(state) ? bad(state) : warning(state);
}

/** A newly arrived message. */
export const arrival: View<MessageListItem> = (message) => [
  line(titleOf(message)),
  fields(
    ['from', namedAddress(senderOf(message))],
    ...peopleOf(message),
    ['at', moment(message.created_at)],
    ['state', stateCell(message.state)],
    ...reviewFields(message),
    ['id', message.id],
  ),
  ...revisionHint(message),
  ...arrivedText(message.reply_text ?? message.body_preview),
];

function arrivedText(text: string): Block[] {
  return text === '' ? [] : [gap, { kind: 'text', text }];
}

export const messageView: View<MessageDetail> = (message) => messageBlocks(message, contentBlocks(message));

/** As `messageView`, without quoted history. Sent messages have all of their text. */
export const newWordsView: View<MessageDetail> = (message) => {
  const { reply_text: words } = message;
  const content: Block[] =
    typeof words === 'string' ? [{ kind: 'text', text: words }] : contentBlocks(message);
  return messageBlocks(message, content);
};

const messageBlocks = (message: MessageDetail, content: readonly Block[]): Block[] => [
  line(titleOf(message)),
  fields(
    ['from', senderCell(message)],
    ...(message.direction === 'outbound' ? recipientFields(message) : peopleOf(message)),
    ['at', moment(message.created_at)],
    ['state', stateCell(message.state)],
    ...holdFields(message),
    ...reviewFields(message),
    ...scanFields(message),
    ...calendarFields(message),
    ['mailbox', message.mailbox_name],
    ...(message.thread_id === null ? [] : [['thread', quiet(message.thread_id)] as const]),
    ...(message.labels.length === 0 ? [] : [['labels', message.labels.join(', ')] as const]),
    ['id', message.id],
  ),
  ...revisionHint(message),
  gap,
  ...content,
  ...attachmentBlocks(message.attachments),
  ...versionBlocks(message),
];

/** A denied message waits for a better version. */
function revisionHint({ id, review, forwards }: MessageListItem | MessageDetail): Block[] {
  if (review?.open_since === undefined) return [];
  const short = shortId(id);
  const again = forwards === undefined ? 'send' : `forward ${shortId(forwards)} --to ADDRESS`;
  return [
    line(
      quiet(
        `A better version: agentmail ${again} --revises ${short}   None: agentmail messages read ${short}`,
      ),
    ),
  ];
}

/** The fate of each version of a message that was revised. */
function versionBlocks({ id, versions = [] }: MessageDetail): Block[] {
  if (versions.length === 0) return [];
  return [
    gap,
    table(
      [{ title: '' }, { title: 'version' }, { title: 'when' }, { title: 'what happened', flexible: true }],
      versions.map((version) => [
        version.id === id ? '>' : '',
        shortId(version.id),
        moment(version.created_at),
        versionText(version),
      ]),
      '',
    ),
  ];
}

function peopleOf(message: MessageListItem | MessageDetail): (readonly [string, Cell])[] {
  return addressRows(message).map(({ label, text }) => [label.toLowerCase(), text]);
}

function senderCell(message: MessageDetail): Cell {
  const verdict = message.sender_authentication?.verdict;
  const sender = namedAddress(senderOf(message));
  if (verdict === undefined || verdict === 'verified_aligned') return sender;
  return warning(`${sender} (${verdict})`);
}

function holdFields({ hold_context, mailbox_name }: MessageDetail): (readonly [string, Cell])[] {
  const codes = hold_context?.summary_reasons ?? [];
  const hint = languageHint(codes, mailbox_name);
  return [
    ...codes.map((code) => ['held', warning(holdReason(code))] as const),
    ...(hint === null ? [] : [['', quiet(hint)] as const]),
  ];
}

function scanFields({ scan }: MessageDetail): (readonly [string, Cell])[] {
  if (scan === null || scan.verdict === 'clean') return [];
  const categories = scan.categories.map(({ category }) => category).join(', ');
  return [['scan', warning(categories === '' ? scan.verdict : `${scan.verdict}: ${categories}`)]];
}

/** Text and HTML of a message, or why they are withheld. */
function contentBlocks(message: MessageDetail): Block[] {
  if (message.content_withheld) return [line(quiet(HELD_TEXT_WITHHELD))];
  return [...bodyBlocks(message.body), ...htmlBlocks(message)];
}

/** The text of the HTML, where it differs. */
export function htmlBlocks({ has_html, html_text }: Pick<MessageDetail, 'has_html' | 'html_text'>): Block[] {
  if (!has_html) return [];
  if (html_text === undefined) return [gap, line(quiet(HTML_SAYS_THE_SAME))];
  return [gap, line(warning(HTML_TITLE)), ...bodyBlocks(html_text)];
}

function bodyBlocks(body: MessageDetail['body']): Block[] {
  if (body.content === null) return [line(quiet(TEXT_WITHHELD))];
  const text: Block = { kind: 'text', text: body.content };
  if (!body.truncated) return [text];
  return [text, line(quiet(`[${body.returned_char_count} of ${body.char_count} characters shown]`))];
}

/** Text and attachments of a message, for views that show several. */
export function textBlocks(message: MessageDetail): Block[] {
  const answer = reviewFields(message);
  const decided = answer.length === 0 ? [] : [fields(...answer)];
  if (message.content_withheld) {
    return [...decided, ...contentBlocks(message), ...attachmentBlocks(message.attachments)];
  }
  const differs =
    message.html_text === undefined
      ? []
      : [gap, line(quiet(`The HTML has different text: ${SHOW} ${message.id}`))];
  return [...decided, ...bodyBlocks(message.body), ...differs, ...attachmentBlocks(message.attachments)];
}

const SHOW = 'agentmail messages show';

function attachmentBlocks(attachments: readonly Attachment[]): Block[] {
  if (attachments.length === 0) return [];
  return [
    gap,
    table(
      [
        { title: 'attachment', flexible: true },
        { title: 'type', flexible: true },
        { title: 'bytes', align: 'right' },
        { title: 'access' },
      ],
      attachments.map((each) => [
        each.filename ?? quiet('(no name)'),
        each.content_type,
        String(each.size),
        each.policy_action === 'deliver' ? 'read' : warning(each.policy_action),
      ]),
      '',
    ),
  ];
}

export const markedRead: View<{ message_id: string; read_at: string | null }> = ({ message_id, read_at }) => [
  line(
    read_at === null ? 'Unchanged: only visible inbound messages can be marked as read.' : 'Marked as read.',
    quiet(message_id),
  ),
];

export const starred: View<{ message_id: string; starred: boolean }> = ({ message_id, starred: set }) => [
  line(set ? 'Starred.' : 'Star removed.', quiet(message_id)),
];
