import { type Selectable, sql } from 'kysely';
import type { QueryOf, ReplyOf } from '../../../shared/contract/endpoint.ts';
import { LIMITS } from '../../../shared/contract/limits.ts';
import type { listThreads as contract } from '../../../shared/contract/threads.ts';
import type { Principal } from '../../access/principal.ts';
import type { ThreadsTable } from '../../platform/store/schema.ts';
import type { Queries } from '../../platform/store/store.ts';
import { isoTime } from '../../platform/system/iso-time.ts';
import { resolveMailbox } from '../../rules/mailboxes/table.ts';
import { isKeptFromText } from '../../rules/mailboxes/withheld.ts';
import type { MailContext } from '../context.ts';
import { participantsOf, subjectsAt } from './facts.ts';
import { labelsOfThreads } from './label.ts';

type ListThreadsQuery = QueryOf<typeof contract>;
type ListThreadsReply = ReplyOf<typeof contract>;

/** A thread in one view; times in milliseconds. */
interface ListedThread {
  readonly id: string;
  readonly first: number;
  readonly last: number;
  readonly count: number;
  readonly unread: number;
  readonly starred: boolean;
}

/** Threads of a mailbox over the default view, latest first. */
export async function listThreads(
  context: MailContext,
  principal: Principal,
  { mailboxReference, query }: { readonly mailboxReference: string; readonly query: ListThreadsQuery },
): Promise<ListThreadsReply> {
  const db = context.store.read;
  const mailbox = await resolveMailbox(db, principal, { reference: mailboxReference, unbound: 'denied_403' });
  const listed = await page(db, mailbox.id, query);
  const which = query.include_firewall_blocked ? 'all' : 'default_view';
  const subjects = await subjectsAt(db, {
    mailboxId: mailbox.id,
    times: listed.map(({ first }) => first),
    isKeptFromText: isKeptFromText(principal, mailbox, query.quarantine_access),
  });
  const labels = await labelsOfThreads(
    db,
    mailbox.id,
    listed.map(({ id }) => id),
  );
  const threads: ListThreadsReply['threads'] = [];
  for (const thread of listed) {
    threads.push({
      id: thread.id,
      subject: subjects.get(thread.first) ?? '',
      first_message_at: isoTime(thread.first),
      last_message_at: isoTime(thread.last),
      message_count: thread.count,
      unread_count: thread.unread,
      starred: thread.starred,
      labels: labels.get(thread.id) ?? [],
      participants: await participantsOf(db, { mailboxId: mailbox.id, threadId: thread.id, which }),
    });
  }
  return { threads };
}

async function page(db: Queries, mailboxId: string, query: ListThreadsQuery): Promise<ListedThread[]> {
  const limit = query.limit ?? LIMITS.threadPage.default;
  const visible = await byTime(db, { mailboxId, query, column: 'last_message_at', limit });
  if (!query.include_firewall_blocked) return visible.map(inDefaultView);
  // Each index returns its own latest threads; the overall latest are among them.
  const keptOut = await byTime(db, { mailboxId, query, column: 'kept_out_last_at', limit });
  const all = new Map([...visible, ...keptOut].map((row) => [row.thread_id, withKeptOut(row)]));
  return [...all.values()].sort((a, b) => b.last - a.last).slice(0, limit);
}

interface ByTimeInput {
  readonly mailboxId: string;
  readonly query: ListThreadsQuery;
  readonly column: 'last_message_at' | 'kept_out_last_at';
  readonly limit: number;
}

/** Spelled as in the partial index, so that SQLite uses it. */
function byTime(db: Queries, { mailboxId, query, column, limit }: ByTimeInput) {
  const wide = query.include_firewall_blocked === true;
  const last = wide
    ? sql<number>`case when coalesce(kept_out_last_at, 0) > coalesce(last_message_at, 0)
        then kept_out_last_at else last_message_at end`
    : sql<number>`last_message_at`;
  const inbound = wide ? sql<number>`inbound_count + kept_out_count` : sql<number>`inbound_count`;
  let rows = db
    .selectFrom('threads')
    .selectAll()
    .where('mailbox_id', '=', mailboxId)
    .where(column, 'is not', null);
  if (query.before_ts) {
    rows = rows.where(column, '<', Date.parse(query.before_ts)).where(last, '<', Date.parse(query.before_ts));
  }
  if (query.since_ts) rows = rows.where(last, '>=', Date.parse(query.since_ts));
  if (query.starred !== undefined) {
    rows = rows.where(query.starred ? sql<boolean>`starred_count > 0` : sql<boolean>`starred_count = 0`);
  }
  if (query.has_inbound !== undefined) {
    rows = rows.where(query.has_inbound ? sql<boolean>`${inbound} > 0` : sql<boolean>`${inbound} = 0`);
  }
  return rows.orderBy(column, 'desc').limit(limit).execute();
}

function inDefaultView(row: Selectable<ThreadsTable>): ListedThread {
  return {
    id: row.thread_id,
    first: row.first_message_at ?? 0,
    last: row.last_message_at ?? 0,
    count: row.message_count,
    unread: row.unread_count,
    starred: row.starred_count > 0,
  };
}

function withKeptOut(row: Selectable<ThreadsTable>): ListedThread {
  const { first_message_at: first, kept_out_first_at: keptOutFirst } = row;
  return {
    ...inDefaultView(row),
    first: Math.min(first ?? Number.POSITIVE_INFINITY, keptOutFirst ?? Number.POSITIVE_INFINITY),
    last: Math.max(row.last_message_at ?? 0, row.kept_out_last_at ?? 0),
    count: row.message_count + row.kept_out_count,
  };
}
