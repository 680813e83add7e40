import type { Migration } from './migration.ts';

/** Receivers of events, what is delivered to them, and the throttle of events that repeat. */
export const webhooks: Migration = {
  version: 5,
  name: 'webhooks',
  statements: [
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

    `create table event_throttles (
      key text primary key,
      until integer not null
    ) without rowid`,
    `create index event_throttles_by_end on event_throttles (until)`,
  ],
};
