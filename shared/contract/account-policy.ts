import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { LIMITS } from './limits.ts';
import { REAUTH_ERRORS, reauthFields } from './reauth.ts';
import { POLICY_MODES } from './values.ts';

/** Policy of the account: its own send limit, the mode of new mailboxes, deletion by agents. */

const policyMode = z.enum(POLICY_MODES);

export const accountPolicy = z.object({
  custom_daily_send_limit: z.int().nullable(),
  default_policy_mode: policyMode.nullable(),
  resolved_default_policy_mode: policyMode,
  /** Settings that have no effect, only where there are some. */
  warnings: z
    .array(z.object({ code: z.literal('daily_limit_above_ceiling'), message: z.string() }))
    .optional(),
});

const { min, max } = LIMITS.customDailySendLimit;
export const accountPolicyBody = z.strictObject({
  custom_daily_send_limit: z.int().min(min).max(max).nullable().optional(),
  default_policy_mode: policyMode.nullable().optional(),
  require_effect: z.boolean().optional().meta({
    description: 'Reject a send limit above the ceiling of the plan, because it would have no effect.',
  }),
  ...reauthFields,
});

export const getAccountPolicy = endpoint({
  id: 'accounts.policy.get',
  method: 'GET',
  path: '/v1/accounts/policy',
  summary: 'Show the account policy.',
  who: 'any',
  effects: ['read-only'],
  replies: { 200: accountPolicy },
  errors: [],
});

export const updateAccountPolicy = endpoint({
  id: 'accounts.policy.update',
  method: 'PATCH',
  path: '/v1/accounts/policy',
  summary: 'Update the account policy. Loosening it requires re-authentication.',
  who: 'admin',
  effects: ['mutating'],
  body: accountPolicyBody,
  replies: { 200: accountPolicy },
  errors: ['TIER_LIMIT', ...REAUTH_ERRORS],
});

export const getAccountPolicyAlias = endpoint({
  ...getAccountPolicy,
  id: 'account.policy.get',
  path: '/v1/account/policy',
  extension: true,
});

export const updateAccountPolicyAlias = endpoint({
  ...updateAccountPolicy,
  id: 'account.policy.update',
  path: '/v1/account/policy',
  extension: true,
});

export const setAgentDeletePolicy = endpoint({
  id: 'accounts.agent_delete_policy',
  method: 'POST',
  path: '/v1/accounts/agent-delete-policy',
  summary: 'Choose whether agent keys may delete messages.',
  who: 'admin',
  effects: ['mutating'],
  body: z
    .strictObject({
      enabled: z.boolean().optional(),
      agent_delete_messages_enabled: z.boolean().optional(),
      ...reauthFields,
    })
    .refine((body) => (body.enabled === undefined) !== (body.agent_delete_messages_enabled === undefined), {
      message: 'must have exactly one of enabled and agent_delete_messages_enabled',
    }),
  replies: { 200: z.object({ agent_delete_messages_enabled: z.boolean() }) },
  errors: [...REAUTH_ERRORS],
});
