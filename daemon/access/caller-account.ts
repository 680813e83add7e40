import type { Selectable } from 'kysely';
import type { AccountsTable } from '../platform/store/schema.ts';
import type { CallerAccount } from './principal.ts';

/** Columns of an account that come with every authentication. */
export const CALLER_COLUMNS = [
  'accounts.email',
  'accounts.status',
  'accounts.tier',
  'accounts.unlimited',
  'accounts.agent_delete_messages_enabled',
  'accounts.signup_pending',
  'accounts.email_verified_at',
  'accounts.phone_number',
  'accounts.phone_verified_at',
  'accounts.custom_daily_send_limit',
  'accounts.clean_history',
  'accounts.url_reputation_active',
] as const;

type CallerRow = Pick<
  Selectable<AccountsTable>,
  | 'email'
  | 'status'
  | 'tier'
  | 'unlimited'
  | 'agent_delete_messages_enabled'
  | 'signup_pending'
  | 'email_verified_at'
  | 'phone_number'
  | 'phone_verified_at'
  | 'custom_daily_send_limit'
  | 'clean_history'
  | 'url_reputation_active'
>;

export function callerAccount(id: string, row: CallerRow): CallerAccount {
  return {
    id,
    email: row.email,
    status: row.status,
    tier: row.tier,
    unlimited: row.unlimited,
    agentDeleteEnabled: row.agent_delete_messages_enabled,
    signupPending: row.signup_pending,
    emailVerified: row.email_verified_at !== null,
    phoneNumber: row.phone_number,
    phoneVerified: row.phone_verified_at !== null,
    customDailySendLimit: row.custom_daily_send_limit,
    cleanHistory: row.clean_history,
    urlReputationActive: row.url_reputation_active,
  };
}
