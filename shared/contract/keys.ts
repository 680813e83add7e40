import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { queryBoolean, timestamp, uuid } from './fields.ts';
import { LIMITS } from './limits.ts';
import { REAUTH_ERRORS, reauthFields } from './reauth.ts';
import { KEY_ROLES } from './values.ts';

export const role = z.enum(KEY_ROLES);

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

const mailboxIds = z
  .array(uuid)
  .max(1000)
  .refine((ids) => new Set(ids).size === ids.length, 'must not list a mailbox twice');

export const createApiKeyBody = z.strictObject({
  role,
  label: z.string().max(LIMITS.apiKeyLabelCharacters).optional(),
  mailbox_ids: mailboxIds.optional(),
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
  summary: "List the account's API keys without secrets, newest first.",
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
  summary: 'Create an API key. Only this response contains its secret.',
  who: 'admin',
  effects: ['mutating', 'secret-revealing'],
  body: createApiKeyBody,
  unprocessable: true,
  replies: { 201: createdApiKey },
  errors: ['NOT_FOUND', 'FORBIDDEN'],
});

export const revokeApiKey = endpoint({
  id: 'keys.revoke',
  method: 'DELETE',
  path: '/v1/accounts/api-keys/:id',
  summary: 'Revoke an API key, effective from the next request. Any key may revoke itself.',
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

export const rotateApiKey = endpoint({
  id: 'keys.rotate',
  method: 'POST',
  path: '/v1/accounts/api-keys/rotate',
  summary: 'Create an admin key and revoke the calling key or, from a session, all previous admin keys.',
  who: 'admin',
  effects: ['mutating', 'secret-revealing'],
  replies: { 200: z.object({ api_key: z.string() }) },
  errors: [],
});

export const updateApiKey = endpoint({
  id: 'keys.update',
  method: 'PATCH',
  path: '/v1/accounts/api-keys/:id',
  summary: 'Replace the mailboxes of an agent key, effective from the next request.',
  who: 'admin',
  effects: ['mutating'],
  params: z.strictObject({ id: uuid }),
  body: z.strictObject({ mailbox_ids: mailboxIds }),
  unprocessable: true,
  replies: {
    200: z.object({
      id: z.string(),
      role: role.nullable(),
      label: z.string().nullable(),
      mailbox_ids: z.array(z.string()),
    }),
  },
  errors: ['NOT_FOUND'],
});

export const setKeyInstructionTrust = endpoint({
  id: 'keys.instruction_trust',
  method: 'POST',
  path: '/v1/accounts/api-keys/:id/instruction-trust',
  summary: 'Choose whether a key can see which senders are trusted to instruct it.',
  who: 'any',
  effects: ['mutating'],
  params: z.strictObject({ id: uuid }),
  body: z.strictObject({ enabled: z.boolean(), ...reauthFields }),
  replies: { 200: apiKeyEntry },
  errors: ['NOT_FOUND', 'INSUFFICIENT_SCOPE', ...REAUTH_ERRORS],
  extension: true,
});
