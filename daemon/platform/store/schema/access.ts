import type { Generated } from 'kysely';

/** Keys, sessions, factors and codes. */

export interface ApiKeysTable {
  id: string;
  account_id: string;
  public_id: string;
  secret_hash: Buffer;
  role: 'admin' | 'agent' | null;
  label: string | null;
  mailbox_ids: readonly string[];
  instruction_trust_enabled: Generated<boolean>;
  created_at: number;
  last_used_at: number | null;
  revoked_at: number | null;
  revoked_by: string | null;
}

export interface SessionsTable {
  id: string;
  account_id: string;
  /** SHA-256 of the cookie. */
  token_hash: Buffer;
  /** SHA-256 of the secret of the page that opened it; null for a session of the API. */
  page_secret_hash: Buffer | null;
  created_at: number;
  last_seen_at: number;
  expires_at: number;
  /** Address of the caller at log-in. */
  address: string;
  user_agent: string | null;
}

/** A one-time code, link or grant. */
export interface ChallengesTable {
  id: string;
  account_id: string | null;
  /** Session that it's bound to. */
  session_id: string | null;
  kind: string;
  /** Keyed hash of the code. */
  code_hash: Buffer;
  /** Email address or phone number that it was sent to. */
  target: string | null;
  /** Action scope of a fresh proof. */
  scope: string | null;
  values_hash: Buffer | null;
  /** Wrong attempts. */
  attempts: Generated<number>;
  created_at: number;
  expires_at: number;
  /** Redeemed, or replaced by a newer one. */
  ended_at: Generated<number | null>;
}

export interface RecoveryCodesTable {
  account_id: string;
  /** Keyed hash of the code. */
  code_hash: Buffer;
  used_at: number | null;
}

/** Failed log-ins of one email within one window. */
/** Counted attempts. On PostgreSQL they're gone after a crash of the server. */
export interface ThrottlesTable {
  /** Keyed hash of whom the attempts are counted for. */
  subject: Buffer;
  scope: string;
  attempts: number;
  /** When the window ends. */
  ends_at: number;
}

/** Sent text messages, for the rolling windows. */
export interface SmsLogTable {
  id: string;
  phone_number: string;
  account_id: string;
  address: string;
  at: number;
}
