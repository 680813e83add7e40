import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { filled, queryBoolean, queryInteger, timestamp, uuid } from './fields.ts';
import { LIMITS } from './limits.ts';

/** Holds that keep messages from being deleted. */

const holdActor = z.enum(['admin', 'customer', 'system']);

export const holdReason = filled(LIMITS.legalHoldReasonCharacters);
export const caseReference = filled(200);

export const legalHold = z.object({
  id: z.string(),
  scope: z.enum(['account', 'mailbox']),
  mailbox_id: z.string().nullable(),
  case_reference: z.string().nullable(),
  reason: z.string(),
  applied_at: timestamp,
  applied_by_type: holdActor,
  released_at: timestamp.nullable(),
  released_by_type: holdActor.nullable(),
  release_reason: z.string().nullable(),
});

export const applyLegalHold = endpoint({
  id: 'legal_holds.apply',
  method: 'POST',
  path: '/v1/legal-holds',
  summary: 'Apply a legal hold, which prevents deletion in the account or in one mailbox.',
  who: 'admin',
  effects: ['mutating'],
  body: z
    .strictObject({
      scope: z.enum(['account', 'mailbox']),
      reason: holdReason,
      mailbox_id: uuid.optional(),
      case_reference: caseReference.optional(),
    })
    .refine((body) => (body.scope === 'mailbox') === (body.mailbox_id !== undefined), {
      message: 'is required when the scope is mailbox, and not allowed otherwise',
      path: ['mailbox_id'],
    }),
  replies: { 201: legalHold },
  errors: ['NOT_FOUND', 'TIER_LIMIT'],
  extension: true,
});

export const listLegalHolds = endpoint({
  id: 'legal_holds.list',
  method: 'GET',
  path: '/v1/legal-holds',
  summary: "List the account's legal holds, newest first.",
  who: 'admin',
  effects: ['read-only'],
  query: z.strictObject({
    include_released: queryBoolean.optional(),
    limit: queryInteger(1, LIMITS.legalHoldPage.max).optional(),
  }),
  replies: { 200: z.object({ legal_holds: z.array(legalHold) }) },
  errors: ['TIER_LIMIT'],
  extension: true,
});

const params = z.strictObject({ id: uuid });

export const getLegalHold = endpoint({
  id: 'legal_holds.get',
  method: 'GET',
  path: '/v1/legal-holds/:id',
  summary: 'Show a legal hold.',
  who: 'admin',
  effects: ['read-only'],
  params,
  replies: { 200: legalHold },
  errors: ['NOT_FOUND'],
  extension: true,
});

export const releaseLegalHold = endpoint({
  id: 'legal_holds.release',
  method: 'POST',
  path: '/v1/legal-holds/:id/release',
  summary: 'Release a legal hold that the account itself applied.',
  who: 'admin',
  effects: ['mutating'],
  params,
  body: z.strictObject({ release_reason: holdReason }),
  replies: { 200: legalHold },
  errors: ['NOT_FOUND', 'CONFLICT', 'FORBIDDEN'],
  extension: true,
});
