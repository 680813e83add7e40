import type { Generated } from 'kysely';
import type { Flag } from './flag.ts';

/** Lists of addresses, verified recipients, and what was refused. */

export interface VerifiedRecipientsTable {
  id: string;
  account_id: string;
  /** Lower-case address. */
  email: string;
  /** A pending row is expired once `expires_at` has passed. */
  status: 'pending' | 'confirmed';
  /** How it is, or is to be, confirmed. */
  origin: 'link' | 'attested' | 'own';
  /** Keyed hash of the token in the link that is valid now. */
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
  /** A confirmation mail went out. */
  mailed: Flag;
  resend: Flag;
  at: number;
}

/** Attestations that were spent; outlives the recipient, since none is given back. */
export interface RecipientAttestationsTable {
  id: string;
  account_id: string;
  /** Keyed hash of the verified phone number, when there was one. */
  phone_mark: string | null;
  email: string;
  at: number;
  /** When that person reported the mail. */
  reported_at: number | null;
}

/** An address or `@domain` on one of the lists of `shared/contract`. */
export interface ListEntriesTable {
  /** In the order of adding. */
  seq: Generated<number>;
  list: 'suppressions' | 'recipient_allowlist' | 'sender_blocklist' | 'sender_allowlist';
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

/** Sends that a recipient rule refused; nothing changes a row. */
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

/** Mail that the sender policy kept out; outlives the message. */
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
