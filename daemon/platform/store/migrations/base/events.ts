/** Events, webhooks, the audit log, the outbox and jobs. */
export const eventsSchema: readonly string[] = [
  // Autoincrement: readers keep a number and ask for higher ones, also after the log was emptied.
  `create table events (
    seq integer primary key autoincrement,
    id text not null,
    account_id text not null,
    mailbox_id text,
    type text not null,
    occurred_at integer not null,
    data text not null
  )`,
  `create index events_by_account on events (account_id, seq)`,

  `create table event_throttles (
    key text primary key,
    until integer not null
  ) without rowid`,
  `create index event_throttles_by_end on event_throttles (until)`,

  `create table webhooks (
    id text primary key,
    account_id text not null references accounts (id),
    url text not null,
    description text,
    enabled integer not null,
    enabled_events text not null,
    signing_secret blob not null,
    request_headers blob,
    request_header_names text not null default '[]',
    consecutive_failures integer not null default 0,
    last_success_at integer,
    last_failure_at integer,
    last_error text,
    disabled_at integer,
    disabled_reason text,
    created_at integer not null,
    updated_at integer not null
  )`,
  `create index webhooks_by_account on webhooks (account_id, created_at)`,

  `create table webhook_deliveries (
    seq integer primary key,
    id text not null unique,
    webhook_id text not null,
    account_id text not null,
    event_type text not null,
    event_seq integer,
    test_data text,
    status text not null default 'pending',
    attempt_count integer not null default 0,
    queued_at integer not null,
    next_attempt_at integer,
    http_status integer,
    last_error text,
    response_preview text,
    created_at integer not null,
    delivered_at integer,
    failed_at integer
  )`,
  `create index webhook_deliveries_by_webhook on webhook_deliveries (webhook_id, created_at, id)`,
  `create index webhook_deliveries_by_age on webhook_deliveries (created_at)`,
  `create index webhook_deliveries_open on webhook_deliveries (webhook_id, next_attempt_at, seq)
    where next_attempt_at is not null`,
  `create index webhook_deliveries_due on webhook_deliveries (next_attempt_at)
    where next_attempt_at is not null`,

  // Autoincrement: cursors of readers point to a number, so none is reused.
  `create table webhook_attempts (
    seq integer primary key autoincrement,
    delivery_seq integer not null references webhook_deliveries (seq) on delete cascade,
    webhook_id text not null,
    account_id text not null,
    occurred_at integer not null,
    status text not null,
    attempt_count integer not null,
    next_attempt_at integer,
    http_status integer,
    last_error text,
    response_preview text,
    delivered_at integer,
    failed_at integer
  )`,
  `create index webhook_attempts_by_account on webhook_attempts (account_id, seq)`,
  `create index webhook_attempts_by_delivery on webhook_attempts (delivery_seq)`,

  `create table audit_log (
    seq integer primary key,
    id text not null unique,
    at integer not null,
    kind text not null,
    account_id text,
    mailbox_id text,
    actor_type text not null,
    actor_id text not null,
    target text,
    before text,
    after text,
    reason text
  )`,
  `create index audit_log_by_account on audit_log (account_id, seq)`,

  `create table outbox (
    seq integer primary key,
    id text not null unique,
    kind text not null,
    purpose text not null,
    at integer not null,
    sender text not null,
    recipient text not null,
    subject text,
    text text not null,
    html text,
    raw_blob_id text,
    account_id text,
    message_id text
  )`,
  `create index outbox_by_age on outbox (at)`,

  `create table jobs (
    id text primary key,
    kind text not null,
    due_at integer not null,
    payload text not null,
    attempts integer not null default 0,
    last_error text,
    created_at integer not null
  ) without rowid`,
  `create index jobs_by_due on jobs (due_at)`,
];
