import type { Generated } from 'kysely';

/** Address lists, verified recipients, and refusals. */

export interface VerifiedRecipientsTable {
  id: string;
  account_id: string;
  /** Lower-case address. */
  email: string;
  /** A pending row is expired once `expires_at` has passed. */
  status: 'pending' | 'confirmed';
  /** How it's confirmed. */
  origin: 'link' | 'attested' | 'own';
  /** Keyed hash of the valid link's token. */
  token_hash: Buffer | null;
  created_at: number;
  expires_at: number;
  confirmed_at: number | null;
}

/** Adds and resends, for the windows of an hour, a day and a domain. */
export interface RecipientRequestsTable {
  id: string;
  account_id: string;
  recipient_id: string;
  domain: string;
  /** True when a confirmation mail was sent. */
  mailed: boolean;
  resend: boolean;
  at: number;
}

/** Used attestations. They outlive the recipient, since deleting it returns none. */
export interface RecipientAttestationsTable {
  id: string;
  account_id: string;
  /** Keyed hash of the verified phone number, if any. */
  phone_mark: string | null;
  email: string;
  at: number;
  /** Time of the recipient's report. */
  reported_at: number | null;
}

/** An address or `@domain` on one of the lists of `shared/contract`. */
export interface ListEntriesTable {
  /** Order of adding. */
  seq: Generated<number>;
  list: 'suppressions' | 'recipient_allowlist' | 'sender_blocklist' | 'sender_allowlist';
  account_id: string;
  /** The account of an account-wide list, the mailbox of the others. */
  owner_id: string;
  pattern: string;
  /** Suppressions only. */
  reason: 'hard_bounce' | 'complaint' | 'unsubscribe' | 'manual' | null;
  source: string | null;
  added_by_actor_type: 'admin' | 'agent' | 'user' | 'system' | null;
  added_by_actor_id: string | null;
  latest_complaint_at: number | null;
  complaint_count: Generated<number>;
  created_at: number;
}

/** Entries that an account added to its lists, by hour. */
export interface ListAddBudgetTable {
  account_id: string;
  /** Hours since 1970 UTC. */
  hour: number;
  count: number;
}

/** Sends refused by a recipient rule. Rows never change. */
export interface BlockedSendsTable {
  seq: Generated<number>;
  account_id: string;
  mailbox_id: string;
  /** Lower case. */
  recipient: string;
  code: string;
  actor_type: 'admin' | 'agent' | 'user' | 'system';
  actor_id: string;
  origin: 'send' | 'reply' | 'draft_dispatch';
  draft_id: string | null;
  attempted_at: number;
}

/** Mail refused by the sender policy. Rows outlive the message. */
export interface BlockedArrivalsTable {
  seq: Generated<number>;
  account_id: string;
  mailbox_id: string;
  message_id: string;
  /** Lower case: the From address, or the envelope sender where there is none. */
  sender: string;
  envelope_sender: string | null;
  from_address: string | null;
  matched_field: 'envelope' | 'from' | null;
  matched_pattern: string | null;
  mode: 'blocklist' | 'allowlist';
  reason_code: 'SENDER_BLOCKED' | 'SENDER_NOT_ON_ALLOWLIST';
  attempted_at: number;
}
