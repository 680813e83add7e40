import { listDrafts } from '../../../../shared/contract/drafts.ts';
import type { QueryOf, ReplyOf } from '../../../../shared/contract/endpoint.ts';
import type { NamedAddress } from '../../../../shared/contract/messages.ts';
import { listMessages } from '../../../../shared/contract/reading.ts';
import { type FoundMessage, searchMessages } from '../../../../shared/contract/search.ts';
import { listThreads } from '../../../../shared/contract/threads.ts';
import { otherParty, withOthers } from '../../../../shared/named-address.ts';
import { call } from '../api.ts';

/** Folders of a mailbox: lists of messages, threads or drafts. */

/** A line of a list: a message, a thread or a draft. */
export interface MailRow {
  readonly id: string;
  /** Addresses of a thread are one text. */
  readonly party: NamedAddress;
  readonly sign: '<' | '>' | '';
  readonly subject: string;
  readonly at: string;
  /** A word about its state, unless it's the usual one. */
  readonly note: string | undefined;
  readonly isUnread: boolean;
  readonly hasAttachment: boolean;
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
  readonly load: (request: Request) => Promise<MailPage>;
}

const PAGE = 50;
const USUAL: ReadonlySet<string> = new Set(['available', 'delivered']);

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
    sign: isInbound ? '<' : '>',
    subject: item.subject,
    at: item.created_at,
    note: USUAL.has(item.state) ? undefined : item.state,
    isUnread: isInbound && item.read_at === null,
    hasAttachment: item.has_attachment,
  };
}

/** Matches come from all mailboxes. */
function rowOfFound(item: FoundMessage): MailRow {
  const row = rowOfMessage(item);
  return { ...row, note: row.note === undefined ? item.mailbox_name : `${item.mailbox_name}, ${row.note}` };
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
      sign: '' as const,
      subject: thread.subject,
      at: thread.last_message_at,
      note: thread.message_count === 1 ? undefined : `${thread.message_count} messages`,
      isUnread: thread.unread_count > 0,
      hasAttachment: false,
    }));
    return pageOf(rows, ({ at }) => at);
  },
};

const DRAFTS: Folder = {
  name: 'drafts',
  title: 'Drafts and schedules',
  isSearchable: false,
  load: async ({ mailboxId, before, signal }) => {
    const query = { limit: PAGE, before };
    const { drafts } = await call(listDrafts, { params: { id: mailboxId }, query, signal });
    const rows = drafts.map((draft) => ({
      id: draft.id,
      party: { name: null, address: withOthers(draft.recipient, draft.recipients) },
      sign: '>' as const,
      subject: draft.subject,
      at: draft.updated_at,
      note: draft.last_dispatch_error_code ?? (draft.send_at === null ? undefined : 'scheduled'),
      isUnread: false,
      hasAttachment: false,
    }));
    return pageOf(rows, ({ id }) => id);
  },
};

export const FOLDERS: readonly [Folder, ...Folder[]] = [
  messages('inbox', 'Inbox', { direction: 'inbound' }),
  THREADS,
  messages('sent', 'Sent', { direction: 'outbound' }),
  messages('waiting', 'Waiting for review', { status: 'pending_review' }),
  messages('quarantine', 'Quarantine', { status: 'quarantined' }),
  messages('refused', 'Refused by the sender policy', {
    status: 'firewall_blocked',
    include_firewall_blocked: true,
  }),
  DRAFTS,
];

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
