/**
 * States of the default view, as the triggers know them; `test/mail/threads` compares them with
 * `messages/transitions/table.ts`.
 */
export const THREAD_VIEW = [
  'received',
  'scanning',
  'available',
  'quarantined',
  'blocked',
  'delivered',
  'bounced',
  'dispatching',
] as const;

const view = THREAD_VIEW.map((state) => `'${state}'`).join(', ');

/**
 * How a message counts in its thread: 1 in the default view, 2 refused by the sender policy, 0 not at all.
 */
const kind = (row: string) =>
  `case when ${row}.thread_id is null then 0 when ${row}.state in (${view}) then 1 when ${row}.state = 'firewall_blocked' then 2 else 0 end`;
const unread = (row: string) => `(${row}.direction = 'inbound' and ${row}.read_at is null)`;

/** Adds a message to the summary of its thread, whose columns may come to include the account. */
const addTo = (row: string, { owned }: ThreadColumns) => `
  insert into threads (
    ${owned ? 'account_id, ' : ''}mailbox_id, thread_id, message_count, unread_count, starred_count, inbound_count,
    first_message_at, last_message_at, kept_out_count, kept_out_first_at, kept_out_last_at
  )
  select
    ${owned ? `${row}.account_id, ` : ''}${row}.mailbox_id, ${row}.thread_id, kind = 1, kind = 1 and ${unread(row)}, kind = 1 and ${row}.starred = 1,
    ${row}.direction = 'inbound' and kind = 1, iif(kind = 1, ${row}.created_at, null), iif(kind = 1, ${row}.created_at, null),
    kind = 2, iif(kind = 2, ${row}.created_at, null), iif(kind = 2, ${row}.created_at, null)
  from (select ${kind(row)} as kind) where kind <> 0
  on conflict (mailbox_id, thread_id) do update set
    message_count = message_count + excluded.message_count,
    unread_count = unread_count + excluded.unread_count,
    starred_count = starred_count + excluded.starred_count,
    inbound_count = inbound_count + excluded.inbound_count,
    first_message_at = min(ifnull(first_message_at, excluded.first_message_at), ifnull(excluded.first_message_at, first_message_at)),
    last_message_at = max(ifnull(last_message_at, excluded.last_message_at), ifnull(excluded.last_message_at, last_message_at)),
    kept_out_count = kept_out_count + excluded.kept_out_count,
    kept_out_first_at = min(ifnull(kept_out_first_at, excluded.kept_out_first_at), ifnull(excluded.kept_out_first_at, kept_out_first_at)),
    kept_out_last_at = max(ifnull(kept_out_last_at, excluded.kept_out_last_at), ifnull(excluded.kept_out_last_at, kept_out_last_at));`;

const edge = (row: string, which: 'min' | 'max', states: string) => `(
      select created_at from messages
      where mailbox_id = ${row}.mailbox_id and thread_id = ${row}.thread_id and state in (${states})
      order by created_at ${which === 'min' ? 'asc' : 'desc'} limit 1
    )`;

/** Removes a message from the summary of its thread. */
const removeFrom = (row: string) => `
  update threads set
    message_count = message_count - (${kind(row)} = 1),
    unread_count = unread_count - (${kind(row)} = 1 and ${unread(row)}),
    starred_count = starred_count - (${kind(row)} = 1 and ${row}.starred = 1),
    inbound_count = inbound_count - (${kind(row)} = 1 and ${row}.direction = 'inbound'),
    first_message_at = iif(first_message_at = ${row}.created_at, ${edge(row, 'min', view)}, first_message_at),
    last_message_at = iif(last_message_at = ${row}.created_at, ${edge(row, 'max', view)}, last_message_at),
    kept_out_count = kept_out_count - (${kind(row)} = 2),
    kept_out_first_at = iif(kept_out_first_at = ${row}.created_at, ${edge(row, 'min', "'firewall_blocked'")}, kept_out_first_at),
    kept_out_last_at = iif(kept_out_last_at = ${row}.created_at, ${edge(row, 'max', "'firewall_blocked'")}, kept_out_last_at)
  where mailbox_id = ${row}.mailbox_id and thread_id = ${row}.thread_id and ${kind(row)} <> 0;
  delete from threads
  where mailbox_id = ${row}.mailbox_id and thread_id = ${row}.thread_id and message_count = 0 and kept_out_count = 0;`;

interface ThreadColumns {
  /** Whether `threads` has `account_id`, as from migration 34 on. */
  readonly owned: boolean;
}

/** The message counts for another summary, or differently. */
const moved = `(${kind('old')}) <> (${kind('new')}) or old.thread_id is not new.thread_id or old.created_at <> new.created_at`;

/** The triggers that insert summaries. */
export const threadInserts = (columns: ThreadColumns): readonly string[] => [
  `create trigger threads_enter after insert on messages when ${kind('new')} <> 0 begin ${addTo('new', columns)} end`,
  `create trigger threads_move after update of state, thread_id, created_at on messages when ${moved}
    begin ${removeFrom('old')} ${addTo('new', columns)} end`,
];

/**
 * A summary of each thread of a mailbox, maintained by triggers so that no change of a message can skip it.
 */
export const threadsSchema: readonly string[] = [
  `create table threads (
    mailbox_id text not null references mailboxes (id),
    thread_id text not null,
    message_count integer not null,
    unread_count integer not null,
    starred_count integer not null,
    inbound_count integer not null,
    first_message_at integer,
    last_message_at integer,
    kept_out_count integer not null,
    kept_out_first_at integer,
    kept_out_last_at integer,
    primary key (mailbox_id, thread_id)
  ) without rowid`,
  `create index threads_by_time on threads (mailbox_id, last_message_at) where last_message_at is not null`,
  `create index threads_kept_out on threads (mailbox_id, kept_out_last_at) where kept_out_last_at is not null`,
  `create index threads_starred on threads (mailbox_id, last_message_at) where starred_count > 0`,

  ...threadInserts({ owned: false }),
  `create trigger threads_leave after delete on messages when ${kind('old')} <> 0 begin ${removeFrom('old')} end`,
  `create trigger threads_mark after update of read_at, starred on messages
    when not (${moved}) and ${kind('new')} = 1 and (old.read_at is not new.read_at or old.starred <> new.starred)
    begin
      update threads set
        unread_count = unread_count + ${unread('new')} - ${unread('old')},
        starred_count = starred_count + new.starred - old.starred
      where mailbox_id = new.mailbox_id and thread_id = new.thread_id;
    end`,
];
