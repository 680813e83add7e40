import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { queryBoolean, timestamp, uuid } from './fields.ts';
import { LIMITS } from './limits.ts';

export const role = z.enum(['admin', 'agent']);

export const apiKeyEntry = z.object({
  id: z.string(),
  prefix: z.string(),
  status: z.enum(['active', 'revoked']),
  created_at: timestamp,
  role: role.nullable(),
  label: z.string().nullable(),
  mailbox_ids: z.array(z.string()),
  instruction_trust_enabled: z.boolean(),
  last_used_at: timestamp.nullable(),
  revoked_at: timestamp.nullable(),
  revoked_by: z.string().nullable(),
});

export const createApiKeyBody = z.strictObject({
  role,
  label: z.string().max(LIMITS.apiKeyLabelCharacters).optional(),
  mailbox_ids: z
    .array(uuid)
    .max(1000)
    .refine((ids) => new Set(ids).size === ids.length, 'must not name a mailbox twice')
    .optional(),
});

export const createdApiKey = z.object({
  id: z.string(),
  api_key: z.string(),
  role,
  label: z.string().nullable(),
  mailbox_ids: z.array(z.string()),
});

export const listApiKeys = endpoint({
  id: 'keys.list',
  method: 'GET',
  path: '/v1/accounts/api-keys',
  summary: 'API keys of the account, newest first, never with their secrets.',
  who: 'admin',
  effects: ['read-only'],
  query: z.strictObject({ include_revoked: queryBoolean.optional() }),
  replies: { 200: z.object({ keys: z.array(apiKeyEntry) }) },
  errors: [],
});

export const createApiKey = endpoint({
  id: 'keys.create',
  method: 'POST',
  path: '/v1/accounts/api-keys',
  summary: 'Makes a key; its secret is in this answer and nowhere else.',
  who: 'admin',
  effects: ['mutating', 'secret-revealing'],
  body: createApiKeyBody,
  replies: { 201: createdApiKey },
  errors: ['NOT_FOUND', 'FORBIDDEN'],
});

export const revokeApiKey = endpoint({
  id: 'keys.revoke',
  method: 'DELETE',
  path: '/v1/accounts/api-keys/:id',
  summary: 'Revokes a key from the next request on; any key may revoke itself.',
  who: 'any',
  effects: ['mutating'],
  params: z.strictObject({ id: uuid }),
  replies: {
    200: z.object({
      status: z.literal('revoked'),
      revoked_at: timestamp,
      revoked_by: z.string(),
    }),
  },
  errors: ['NOT_FOUND', 'INSUFFICIENT_SCOPE'],
});
