import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { timestamp } from './fields.ts';
import { TIERS } from './limits.ts';
import { VELOCITY_MODES } from './values.ts';

export const accountStatus = z.enum(['pending_verification', 'active', 'suspended', 'deleted']);
export const tier = z.enum(TIERS);
/** Only of accounts without ceilings; for all others the tier is the plan. */
export const unlimitedPlan = z.literal('unlimited').optional();

/** Version of the disclosure for link checks. */
export const URL_REPUTATION_VERSION = 'v2';

export const urlReputation = z.object({
  active: z.boolean(),
  accepted_version: z.string().nullable(),
  current_version: z.string(),
  privacy_ok: z.boolean(),
});

export const account = z.object({
  account_id: z.string(),
  email: z.string(),
  status: accountStatus,
  tier,
  plan: unlimitedPlan,
  agent_delete_messages_enabled: z.boolean(),
});

export const quota = z.object({
  today: z.object({ count: z.int(), limit: z.int(), day: z.string() }),
  sends_remaining: z.int(),
  reset_at: timestamp,
  scope: z.enum(['agent', 'admin']),
  bound_mailbox_ids: z.array(z.string()),
  /** Only while a new sender's lower cap applies. */
  warmup: z
    .object({
      until: timestamp,
      shared_domain_daily_limit: z.int(),
      velocity_gate_mode: z.enum(VELOCITY_MODES),
      reason: z.string(),
    })
    .optional(),
});

export const caller = z.object({
  account_id: z.string(),
  email: z.string(),
  status: accountStatus,
  tier,
  plan: unlimitedPlan,
  auth_method: z.enum(['api_key', 'session']),
  role: z.enum(['admin', 'agent']),
  key_id: z.string().nullable(),
  bound_mailbox_ids: z.array(z.string()),
  email_verified: z.boolean(),
  phone_verification_required: z.boolean(),
  phone_verified: z.boolean(),
  phone_number_masked: z.string().nullable(),
  url_reputation: urlReputation,
  /** Sandbox only. */
  limits: z.object({ sandbox_attestations_remaining: z.int() }).optional(),
  /** Sessions only. */
  has_password: z.boolean().optional(),
  /** Sessions only. */
  mfa_method: z.enum(['none', 'totp', 'sms']).optional(),
});

export const getAccount = endpoint({
  id: 'accounts.get',
  method: 'GET',
  path: '/v1/accounts',
  summary: 'Show the account of the calling credential.',
  who: 'any',
  effects: ['read-only'],
  replies: { 200: account },
  errors: [],
});

export const getQuota = endpoint({
  id: 'accounts.quota',
  method: 'GET',
  path: '/v1/accounts/quota',
  summary: "Show today's sends, the limit that applies, and when it resets.",
  who: 'any',
  effects: ['read-only'],
  replies: { 200: quota },
  errors: [],
});

export const getCaller = endpoint({
  id: 'auth.me',
  method: 'GET',
  path: '/v1/auth/me',
  summary: 'Show the calling credential. A cheap way to check a key.',
  who: 'any',
  whileLocked: true,
  effects: ['read-only'],
  replies: { 200: caller },
  errors: [],
});
