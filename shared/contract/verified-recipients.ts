import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { timestamp, uuid } from './fields.ts';
import { LIMITS } from './limits.ts';

/** People whom a trial account may write to, since they agreed. */

const status = z.enum(['pending', 'confirmed', 'expired']);

const verifiedRecipient = z.object({
  id: z.string(),
  email: z.string(),
  status,
  created_at: timestamp,
  confirmed_at: timestamp.nullable(),
});

const params = z.strictObject({ id: uuid });

/** Text that can't be an address is a field problem; the checks of a send decide about the rest. */
const LIKE_AN_ADDRESS = /^[^\s@]+@[^\s@]+$/;

export const addRecipient = endpoint({
  id: 'recipients.add',
  method: 'POST',
  path: '/v1/recipients',
  summary: 'Ask a person to confirm that this trial account may write to them, or attest that you know them.',
  who: 'admin',
  effects: ['mutating', 'send-triggering'],
  body: z.strictObject({
    email: z
      .string()
      .max(LIMITS.addressCharacters * 4)
      .refine((value) => LIKE_AN_ADDRESS.test(value.trim()), 'must be an email address'),
    attest: z.boolean().optional(),
  }),
  replies: { 201: verifiedRecipient.partial({ confirmed_at: true }) },
  errors: [
    'TIER_LIMIT',
    'ACCOUNT_SUSPENDED',
    'CONFLICT',
    'RATE_LIMITED',
    'RECIPIENT_VALIDATION_FAILED',
    'RECIPIENT_VALIDATION_UNAVAILABLE',
  ],
});

export const listRecipients = endpoint({
  id: 'recipients.list',
  method: 'GET',
  path: '/v1/recipients',
  summary: 'List pending and confirmed recipients, newest first.',
  who: 'any',
  effects: ['read-only'],
  replies: { 200: z.object({ recipients: z.array(verifiedRecipient) }) },
  errors: [],
});

export const resendConfirmation = endpoint({
  id: 'recipients.resend',
  method: 'POST',
  path: '/v1/recipients/:id/resend',
  summary: 'Send a new confirmation link. The old one stops working.',
  who: 'admin',
  effects: ['mutating', 'send-triggering'],
  params,
  replies: { 200: z.object({ status: z.enum(['sent', 'already_confirmed']) }) },
  errors: [
    'NOT_FOUND',
    'ACCOUNT_SUSPENDED',
    'TIER_LIMIT',
    'CONFLICT',
    'RATE_LIMITED',
    'RECIPIENT_VALIDATION_FAILED',
  ],
});

export const removeRecipient = endpoint({
  id: 'recipients.remove',
  method: 'DELETE',
  path: '/v1/recipients/:id',
  summary: 'Remove a recipient. A trial account can then no longer write to it.',
  who: 'admin',
  effects: ['mutating'],
  params,
  replies: { 200: z.object({ status: z.literal('deleted') }) },
  errors: ['NOT_FOUND'],
});
