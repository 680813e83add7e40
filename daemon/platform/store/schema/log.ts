import type { ColumnType, Generated } from 'kysely';

/** Events, audit, webhooks and jobs. */

export interface EventsTable {
  /** Never reused: readers of the log keep it as their position. */
  seq: Generated<number>;
  id: string;
  account_id: string;
  mailbox_id: string | null;
  /** The message that `data` names, if any. */
  message_id: string | null;
  type: string;
  occurred_at: number;
  data: Readonly<Record<string, unknown>>;
}

/** Throttled events, by subject. */
export interface EventThrottlesTable {
  key: string;
  account_id: string;
  until: number;
}

/** Any JSON value. It's written as its text, because a string can't be told from one. */
type JsonText = ColumnType<unknown, string | null, never>;

export interface AuditLogTable {
  seq: Generated<number>;
  id: string;
  at: number;
  kind: string;
  account_id: string | null;
  mailbox_id: string | null;
  actor_type: string;
  actor_id: string;
  target: string | null;
  before: JsonText;
  after: JsonText;
  reason: string | null;
}

export interface WebhooksTable {
  id: string;
  account_id: string;
  url: string;
  description: string | null;
  enabled: boolean;
  enabled_events: readonly string[];
  /** Only events of messages with one of these labels; null for all events. */
  labels: Generated<readonly string[] | null>;
  /** Only events of messages at one of these subaddresses; null for all events. */
  tags: Generated<readonly string[] | null>;
  /** Sealed. */
  signing_secret: Buffer;
  /** Sealed JSON: names to values. */
  request_headers: Buffer | null;
  request_header_names: Generated<readonly string[]>;
  consecutive_failures: Generated<number>;
  last_success_at: number | null;
  last_failure_at: number | null;
  last_error: string | null;
  disabled_at: number | null;
  disabled_reason: 'auto_disabled_failures' | null;
  created_at: number;
  updated_at: number;
}

/** Delivery of an event to one webhook, as of its last attempt. */
export interface WebhookDeliveriesTable {
  seq: Generated<number>;
  id: string;
  webhook_id: string;
  account_id: string;
  event_type: string;
  /** The event that is delivered; null for a test. */
  event_seq: number | null;
  /** Made-up data of a test. */
  test_data: Readonly<Record<string, unknown>> | null;
  status: Generated<'pending' | 'retrying' | 'delivered' | 'abandoned'>;
  attempt_count: Generated<number>;
  /** Start of its attempts: its creation, or the last manual retry. */
  queued_at: number;
  /** Null when no further attempt is planned. */
  next_attempt_at: number | null;
  http_status: number | null;
  last_error: string | null;
  response_preview: string | null;
  created_at: number;
  delivered_at: number | null;
  failed_at: number | null;
}

/** Every state of a delivery, for delivery streams. */
export interface WebhookAttemptsTable
  extends Pick<
    WebhookDeliveriesTable,
    | 'webhook_id'
    | 'account_id'
    | 'next_attempt_at'
    | 'http_status'
    | 'last_error'
    | 'response_preview'
    | 'delivered_at'
    | 'failed_at'
  > {
  seq: Generated<number>;
  delivery_seq: number;
  occurred_at: number;
  status: 'pending' | 'retrying' | 'delivered' | 'abandoned';
  attempt_count: number;
}

/** Pending jobs. A row is deleted when its job is done; after a failure it stays, due later. */
export interface JobsTable {
  id: string;
  /** The account that it concerns; null for work of the service. */
  account_id: string | null;
  /** Registrable domain of the machine that it waits for, if a user chose the machine. */
  host: Generated<string | null>;
  kind: string;
  due_at: number;
  payload: Readonly<Record<string, unknown>>;
  attempts: Generated<number>;
  last_error: string | null;
  created_at: number;
  /** The run of a node that has claimed it. A database with one node has no such rows. */
  run: Generated<string | null>;
}
