import type { Generated } from 'kysely';
import type { z } from 'zod';
import type { warmup } from '../../../../shared/contract/warmup.ts';

/** Accounts, their budgets, holds and settings. */

export interface SettingsTable {
  name: string;
  /** The worker whose machine it is of; empty for a setting of the service. */
  worker: Generated<string>;
  /** JSON text, or a sealed one; `settings` reads it. */
  value: string;
}

export interface AccountsTable {
  id: string;
  email: string;
  status: 'pending_verification' | 'active' | 'suspended' | 'deleted';
  tier: 'sandbox' | 'pay_as_you_go' | 'starter' | 'pro';
  /** The ceilings of the tier don't apply. */
  unlimited: Generated<boolean>;
  agent_delete_messages_enabled: Generated<boolean>;
  /** True while sign-up factors are pending: the account is locked, suspended or not. */
  signup_pending: Generated<boolean>;
  email_verified_at: number | null;
  phone_number: string | null;
  phone_verified_at: number | null;
  custom_daily_send_limit: number | null;
  clean_history: Generated<boolean>;
  storage_limit_bytes: number | null;
  used_bytes: Generated<number>;
  created_at: number;
  /** argon2id, in the PHC string format. */
  password_hash: Generated<string | null>;
  mfa_method: Generated<'none' | 'totp' | 'sms'>;
  /** Sealed. */
  totp_secret: Generated<Buffer | null>;
  /** The newest time steps whose code was used. */
  totp_used_steps: Generated<readonly number[]>;
  email_changed_at: Generated<number | null>;
  default_policy_mode: Generated<PolicyMode | null>;
  /** Start of the trial; null on accounts that never had one. */
  trial_started_at: Generated<number | null>;
  trial_sends_used: Generated<number>;
  billing_exempt: Generated<boolean>;
  /** The operator's warm-up, also after its end. */
  warmup: Generated<Warmup | null>;
  /** State of the account's mailboxes on the platform domain. */
  platform_domain_status: Generated<'active' | 'suspended'>;
  platform_domain_health: Generated<'healthy' | 'unhealthy' | 'unavailable'>;
  url_reputation_active: Generated<boolean>;
  url_reputation_version: Generated<string | null>;
  deleted_at: Generated<number | null>;
  /** The status before the account was deleted; null before migration 24. */
  deleted_from: Generated<'pending_verification' | 'active' | 'suspended' | null>;
  erased_at: Generated<number | null>;
}

export type PolicyMode = 'read_only' | 'draft_only' | 'supervised' | 'trusted';

/** A lower limit for a new sender on the shared domain, until a day that the operator set. */
export type Warmup = z.output<typeof warmup>;

/** Charged sends per day; a refund reduces the day that was charged. */
export interface SendBudgetTable {
  account_id: string;
  /** `YYYY-MM-DD`, UTC. */
  day: string;
  count: number;
}

/** In force until `released_at`. Nothing in its scope is erased meanwhile. */
export interface LegalHoldsTable {
  id: string;
  account_id: string;
  scope: 'account' | 'mailbox';
  mailbox_id: string | null;
  case_reference: string | null;
  reason: string;
  applied_at: number;
  applied_by_type: 'admin' | 'customer' | 'system';
  applied_by_id: string;
  released_at: number | null;
  released_by_type: 'admin' | 'customer' | 'system' | null;
  release_reason: string | null;
}
