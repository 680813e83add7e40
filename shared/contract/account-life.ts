import { z } from 'zod';
import { tier, unlimitedPlan, urlReputation } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { emailText } from './sessions.ts';

/** Usage, export and deletion of an account. */

const STORAGE_STATES = ['normal', 'warning', 'near_full', 'over_limit'] as const;

export const getUsage = endpoint({
  id: 'accounts.usage',
  method: 'GET',
  path: '/v1/accounts/usage',
  summary: "Show the account's recent sends, mailboxes, storage and rates.",
  who: 'admin',
  effects: ['read-only'],
  replies: {
    200: z.object({
      today: z.object({ count: z.int(), limit: z.int(), day: z.string() }),
      history: z.array(z.object({ day: z.string(), count: z.int() })),
      mailbox_count: z.int(),
      mailbox_limit: z.int(),
      pending_review_count: z.int(),
      storage: z.object({
        used_bytes: z.int(),
        limit_bytes: z.int().nullable(),
        percent_used: z.number().nullable(),
        state: z.enum(STORAGE_STATES),
        breakdown: z.object({ raw_mime_bytes: z.int(), derivative_bytes: z.int() }),
      }),
      tier,
      plan: unlimitedPlan,
      rates: z.object({ delivered: z.number(), bounced: z.number(), complained: z.number() }),
      trust: z.object({ clean_history: z.boolean(), billing_exempt: z.boolean() }),
    }),
  },
  errors: [],
  extension: true,
});

export const exportAccount = endpoint({
  id: 'accounts.export',
  method: 'GET',
  path: '/v1/accounts/export',
  summary: 'Export all data of the account as one JSON document, without secrets.',
  who: 'admin',
  effects: ['read-only'],
  replies: { 200: z.looseObject({ exported_at: z.string() }) },
  errors: [],
  extension: true,
});

export const deleteAccount = endpoint({
  id: 'accounts.delete',
  method: 'DELETE',
  path: '/v1/accounts',
  summary: 'Delete the account: revoke keys, sessions and schedules now, and erase its data after 30 days.',
  who: 'admin',
  effects: ['mutating'],
  body: z.strictObject({ confirm_email: emailText.optional() }),
  replies: { 200: z.object({ status: z.literal('deleted'), message: z.string().optional() }) },
  errors: ['LEGAL_HOLD_ACTIVE'],
});

export const acceptUrlReputation = endpoint({
  id: 'accounts.url_reputation',
  method: 'POST',
  path: '/v1/accounts/url-reputation',
  summary: 'Accept the terms for checking links in mail.',
  who: 'admin',
  effects: ['mutating'],
  body: z.strictObject({ accept_web_risk_version: z.string().max(20) }),
  replies: {
    200: z.object({
      url_reputation: urlReputation,
      disclosure: z.object({ notice: z.string(), advisory_url: z.string() }),
    }),
  },
  errors: [],
  extension: true,
});
