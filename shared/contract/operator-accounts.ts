import { z } from 'zod';
import { tier } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { timestamp, timestampInput } from './fields.ts';
import { createApiKeyBody, createdApiKey } from './keys.ts';
import { caseReference, holdReason, legalHold } from './legal-holds.ts';
import { LIMITS } from './limits.ts';
import { accountParams, namesOnePlan, ONE_PLAN, operatorAccount, planInput } from './operator.ts';
import { DOMAIN_HEALTHS, DOMAIN_STATUSES, SETTABLE_ACCOUNT_STATUSES } from './values.ts';
import { warmup } from './warmup.ts';

/** The operator's changes to an account. */

export const operatorUpdateAccount = endpoint({
  id: 'operator.accounts.update',
  method: 'PATCH',
  path: '/operator/v1/accounts/:id',
  summary: 'Update the plan, status, trial, warm-up and limits of an account.',
  who: 'operator',
  effects: ['mutating'],
  params: accountParams,
  body: z
    .strictObject({
      tier: tier.optional(),
      plan: planInput.optional(),
      status: z.enum(SETTABLE_ACCOUNT_STATUSES).optional(),
      trial_started_at: timestampInput.optional(),
      trial_sends_used: z.int().min(0).max(LIMITS.customDailySendLimit.max).optional(),
      clean_history: z.boolean().optional(),
      billing_exempt: z.boolean().optional(),
      storage_limit_bytes: z.int().min(0).nullable().optional(),
      warmup: warmup.nullable().optional(),
      platform_domain: z
        .strictObject({
          status: z.enum(DOMAIN_STATUSES).optional(),
          health: z.enum(DOMAIN_HEALTHS).optional(),
        })
        .optional(),
    })
    .refine(namesOnePlan, ONE_PLAN),
  replies: { 200: operatorAccount },
  errors: ['NOT_FOUND', 'CONFLICT'],
});

export const operatorCreateApiKey = endpoint({
  id: 'operator.accounts.api_keys.create',
  method: 'POST',
  path: '/operator/v1/accounts/:id/api-keys',
  summary: 'Create an API key for an account.',
  who: 'operator',
  effects: ['mutating', 'secret-revealing'],
  params: accountParams,
  body: createApiKeyBody,
  replies: { 201: createdApiKey },
  errors: ['NOT_FOUND', 'CONFLICT'],
});

export const operatorCreatePageLink = endpoint({
  id: 'operator.accounts.page_link.create',
  method: 'POST',
  path: '/operator/v1/accounts/:id/page-link',
  summary: 'Create a link that signs a browser on this machine in to the page, once, within a minute.',
  who: 'operator',
  effects: ['mutating', 'secret-revealing'],
  params: accountParams,
  replies: { 201: z.object({ url: z.string(), expires_at: timestamp }) },
  errors: ['NOT_FOUND', 'CONFLICT'],
  extension: true,
});

export const operatorEraseAccount = endpoint({
  id: 'operator.accounts.erase',
  method: 'POST',
  path: '/operator/v1/accounts/:id/erase',
  summary: 'Delete an account and erase its data immediately.',
  who: 'operator',
  effects: ['mutating'],
  params: accountParams,
  replies: { 200: z.object({ status: z.literal('erased') }) },
  errors: ['NOT_FOUND', 'LEGAL_HOLD_ACTIVE'],
});

export const operatorRestoreAccount = endpoint({
  id: 'operator.accounts.restore',
  method: 'POST',
  path: '/operator/v1/accounts/:id/restore',
  summary: 'Restore a deleted account within 30 days. Its keys and sessions stay revoked.',
  who: 'operator',
  effects: ['mutating'],
  params: accountParams,
  replies: { 200: operatorAccount },
  errors: ['NOT_FOUND', 'CONFLICT'],
});

export const renewListBudget = endpoint({
  id: 'operator.accounts.list_budget.renew',
  method: 'POST',
  path: '/operator/v1/accounts/:id/list-budget/renew',
  summary: "Reset an account's hourly budget of list entries, for example before an import.",
  who: 'operator',
  effects: ['mutating'],
  params: accountParams,
  replies: { 200: z.object({ remaining: z.int() }) },
  errors: ['NOT_FOUND'],
  extension: true,
});

export const operatorApplyLegalHold = endpoint({
  id: 'operator.accounts.legal_hold.apply',
  method: 'PUT',
  path: '/operator/v1/accounts/:id/legal-hold',
  summary: "Apply a legal hold to an account, or return the operator's existing one.",
  who: 'operator',
  effects: ['mutating'],
  params: accountParams,
  body: z.strictObject({ reason: holdReason, case_reference: caseReference.optional() }),
  replies: { 200: legalHold },
  errors: ['NOT_FOUND'],
});

export const operatorReleaseLegalHold = endpoint({
  id: 'operator.accounts.legal_hold.release',
  method: 'DELETE',
  path: '/operator/v1/accounts/:id/legal-hold',
  summary: "Release the operator's legal hold.",
  who: 'operator',
  effects: ['mutating'],
  params: accountParams,
  body: z.strictObject({ release_reason: holdReason.optional() }),
  replies: { 200: legalHold },
  errors: ['NOT_FOUND'],
});
