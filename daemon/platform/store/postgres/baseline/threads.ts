import { text } from './types.ts';

/** Summaries of threads. */
export const threadsSchema: readonly string[] = [
  `create table threads (
    mailbox_id ${text} not null references mailboxes (id),
    thread_id ${text} not null,
    message_count bigint not null,
    unread_count bigint not null,
    starred_count bigint not null,
    inbound_count bigint not null,
    first_message_at bigint,
    last_message_at bigint,
    kept_out_count bigint not null,
    kept_out_first_at bigint,
    kept_out_last_at bigint,
    account_id ${text} not null default '',
    primary key (mailbox_id, thread_id)
  )`,
  `create index threads_by_time on threads (mailbox_id, last_message_at)
    where last_message_at is not null`,
  `create index threads_kept_out on threads (mailbox_id, kept_out_last_at)
    where kept_out_last_at is not null`,
  'create index threads_starred on threads (mailbox_id, last_message_at) where starred_count > 0',
];
