import type { Migration } from './migration.ts';

/** What each attempt of a delivery came to, in the order in which they ended; goes with its delivery. */
export const webhookAttempts: Migration = {
  version: 6,
  name: 'webhook attempts',
  statements: [
    // A number is never given out twice: cursors of readers point to them.
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
  ],
};
