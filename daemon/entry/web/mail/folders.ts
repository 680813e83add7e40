import { type DraftSummary, listDrafts } from '../../../../shared/contract/drafts.ts';
import type { QueryOf, ReplyOf } from '../../../../shared/contract/endpoint.ts';
import type { NamedAddress } from '../../../../shared/contract/messages.ts';
import { listMessages } from '../../../../shared/contract/reading.ts';
import { type FoundMessage, searchMessages } from '../../../../shared/contract/search.ts';
import { listThreads } from '../../../../shared/contract/threads.ts';
import { otherParty, withOthers } from '../../../../shared/named-address.ts';
import { stateWords } from '../../../../shared/state-words.ts';
import { call } from '../api.ts';
import type { Tone } from '../parts/badge.tsx';

/** Folders of a mailbox: lists of messages, threads or drafts. */

/** A line of a list: a message, a thread or a draft. */
export interface MailRow {
  readonly id: string;
  /** Addresses of a thread are one text. */
  readonly party: NamedAddress;
  /** Whether mail goes to the party. */
  readonly isTo: boolean;
  readonly subject: string;
  /** The beginning of its text. */
  readonly preview: string;
  readonly at: string;
  /** Words about its state, unless it's the usual one. */
  readonly notes: readonly RowNote[];
  readonly isUnread: boolean;
  readonly hasAttachment: boolean;
}

export interface RowNote {
  readonly text: string;
  readonly tone?: Tone | undefined;
}

export interface MailPage {
  readonly rows: readonly MailRow[];
  /** Where the next page begins; undefined after the last. */
  readonly next: string | undefined;
}

interface Request {
  readonly mailboxId: string;
  readonly search: string;
  /** `next` of the page before. */
  readonly before: string | undefined;
  readonly signal: AbortSignal;
}

export interface Folder {
  readonly name: string;
  readonly title: string;
  readonly isSearchable: boolean;
  /** The sentence in the place of an empty list. */
  readonly empty?: string;
  readonly load: (request: Request) => Promise<MailPage>;
}

const PAGE = 50;
const USUAL: ReadonlySet<string> = new Set(['available', 'delivered']);

const TONES: Readonly<Record<string, Tone>> = {
  pending_review: 'accent',
  quarantined: 'bad',
  blocked: 'bad',
  bounced: 'bad',
  firewall_blocked: 'bad',
};

type ListedMessage = ReplyOf<typeof listMessages>['messages'][number];

function messages(name: string, title: string, filter: Partial<QueryOf<typeof listMessages>>): Folder {
  return {
    name,
    title,
    isSearchable: true,
    load: async ({ mailboxId, search, before, signal }) => {
      if (search !== '') {
        const query = { ...filter, q: search, limit: PAGE, cursor: before };
        const { messages, next_cursor: next } = await call(searchMessages, { query, signal });
        return { rows: messages.map(rowOfFound), next: next ?? undefined };
      }
      const query = { ...filter, limit: PAGE, before };
      const page = await call(listMessages, { params: { id: mailboxId }, query, signal });
      return pageOf(page.messages.map(rowOfMessage), ({ id }) => id);
    },
  };
}

function rowOfMessage(item: ListedMessage): MailRow {
  const isInbound = item.direction === 'inbound';
  return {
    id: item.id,
    party: otherParty(item),
    isTo: !isInbound,
    subject: item.subject,
    preview: item.body_preview,
    at: item.created_at,
    notes: [
      ...(USUAL.has(item.state) ? [] : [{ text: stateWords(item.state), tone: TONES[item.state] }]),
      ...item.labels.map((text) => ({ text, tone: 'accent' as const })),
    ],
    isUnread: isInbound && item.read_at === null,
    hasAttachment: item.has_attachment,
  };
}

/** Matches come from all mailboxes. */
function rowOfFound(item: FoundMessage): MailRow {
  const row = rowOfMessage(item);
  return { ...row, notes: [{ text: item.mailbox_name }, ...row.notes] };
}

function pageOf(rows: readonly MailRow[], place: (last: MailRow) => string): MailPage {
  const last = rows.at(-1);
  return { rows, next: last && rows.length === PAGE ? place(last) : undefined };
}

const THREADS: Folder = {
  name: 'threads',
  title: 'Threads',
  isSearchable: false,
  load: async ({ mailboxId, before, signal }) => {
    const query = { limit: PAGE, before_ts: before };
    const { threads } = await call(listThreads, { params: { id: mailboxId }, query, signal });
    const rows = threads.map((thread) => ({
      id: thread.id,
      party: { name: null, address: thread.participants.join(', ') },
      isTo: false,
      subject: thread.subject,
      preview: '',
      at: thread.last_message_at,
      notes: thread.message_count === 1 ? [] : [{ text: `${thread.message_count} messages` }],
      isUnread: thread.unread_count > 0,
      hasAttachment: false,
    }));
    return pageOf(rows, ({ at }) => at);
  },
};

function notesOf({ last_dispatch_error_code: error, send_at: at }: DraftSummary): RowNote[] {
  if (error !== null) return [{ text: 'not sent', tone: 'bad' }];
  return at === null ? [] : [{ text: `goes out ${new Date(at).toLocaleString()}`, tone: 'accent' }];
}

/** Drafts without a send time, or those with one. */
function drafts(name: string, title: string, isScheduled: boolean): Folder {
  return {
    name,
    title,
    isSearchable: false,
    load: async ({ mailboxId, before, signal }) => {
      const query = { limit: PAGE, before };
      const { drafts } = await call(listDrafts, { params: { id: mailboxId }, query, signal });
      const last = drafts.at(-1);
      const rows = drafts.filter(({ send_at: at }) => (at !== null) === isScheduled).map(rowOfDraft);
      return { rows, next: last && drafts.length === PAGE ? last.id : undefined };
    },
  };
}

function rowOfDraft(draft: DraftSummary): MailRow {
  return {
    id: draft.id,
    party: { name: null, address: withOthers(draft.recipient, draft.recipients) },
    isTo: true,
    subject: draft.subject,
    preview: '',
    at: draft.updated_at,
    notes: notesOf(draft),
    isUnread: false,
    hasAttachment: false,
  };
}

const FIREWALL = { status: 'firewall_blocked', include_firewall_blocked: true } as const;

export const FOLDERS: readonly [Folder, ...Folder[]] = [
  messages('inbox', 'Inbox', { direction: 'inbound' }),
  messages('starred', 'Starred', { starred: true }),
  THREADS,
  messages('sent', 'Sent', { direction: 'outbound' }),
  messages('waiting', 'To approve', { status: 'pending_review' }),
  drafts('drafts', 'Drafts', false),
  drafts('scheduled', 'Scheduled', true),
  messages('quarantine', 'Quarantine', { status: 'quarantined' }),
  messages('refused', 'Refused senders', FIREWALL),
];

/** Whether a folder shows drafts. */
export function hasDrafts({ name }: Folder): boolean {
  return name === 'drafts' || name === 'scheduled';
}

/**
 * Path of a view. IDs of threads contain any character, and the router decodes a path before it's matched, so
 * they're encoded twice.
 */
export function pathOf(mailboxId: string, folder: string, id = ''): string {
  return `/mail/${mailboxId}/${folder}/${encodeURIComponent(encodeURIComponent(id))}`;
}

/** The ID of a message, thread or draft in a path. */
export function idOf(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // Not a path of the page.
    return part;
  }
}
