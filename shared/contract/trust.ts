import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { timestamp, uuid } from './fields.ts';
import { mailboxParams } from './mailboxes.ts';
import { senderAuthentication } from './messages.ts';
import { REAUTH_ERRORS, reauthFields } from './reauth.ts';

/** Addresses whose instructions an agent may follow, because a person trusts them. */

export const TRUST_DAYS = { min: 1, max: 365, default: 90 } as const;

export const trustedSource = z.object({
  id: z.string(),
  grain: z.literal('address'),
  value: z.string(),
  value_ascii: z.string(),
  status: z.enum(['active', 'revoked', 'expired']),
  created_at: timestamp,
  expires_at: timestamp,
  revoked_at: timestamp.nullable(),
  eligibility_snapshot: senderAuthentication.extend({ message_id: z.string(), received_at: timestamp }),
});

export const listTrustedSources = endpoint({
  id: 'trusted-sources.list',
  method: 'GET',
  path: '/v1/mailboxes/:id/trusted-sources',
  summary: 'List the trusted sources of a mailbox, newest first, including revoked ones.',
  who: 'bound',
  unbound: 'denied_403',
  effects: ['read-only'],
  params: mailboxParams,
  replies: { 200: z.object({ mailbox_id: z.string(), sources: z.array(trustedSource) }) },
  errors: ['NOT_FOUND'],
});

export const grantTrustedSource = endpoint({
  id: 'trusted-sources.grant',
  method: 'POST',
  path: '/v1/mailboxes/:id/trusted-sources',
  summary: 'Trust an address whose mail was verified. Only a signed-in person can do this.',
  who: 'session',
  bearerRefusal: 'REAUTH_REQUIRES_SESSION',
  effects: ['mutating'],
  params: mailboxParams,
  body: z
    .strictObject({
      value: z.string().min(1).max(320).optional(),
      message_id: uuid.optional(),
      residual_ack_version: z.string().max(100).optional(),
      address_attestation: z.boolean().optional(),
      expires_in_days: z.int().min(TRUST_DAYS.min).max(TRUST_DAYS.max).optional(),
      ...reauthFields,
    })
    .refine(({ value, message_id }) => (value === undefined) !== (message_id === undefined), {
      path: ['value'],
      message: 'must have exactly one of value and message_id',
    }),
  replies: { 201: trustedSource },
  errors: [
    'NOT_FOUND',
    'INSTRUCTION_TRUST_ACCOUNTABILITY_REQUIRED',
    'INSTRUCTION_TRUST_RESIDUAL_ACK_REQUIRED',
    'INSTRUCTION_TRUST_ADDRESS_ATTESTATION_REQUIRED',
    'INSTRUCTION_TRUST_DOMAIN_GRAIN_UNSUPPORTED',
    'TRUSTED_SOURCE_ALREADY_EXISTS',
    'TRUSTED_SOURCE_NO_VERIFIED_HISTORY',
    'TRUSTED_SOURCE_ANCHOR_NOT_ELIGIBLE',
    ...REAUTH_ERRORS,
  ],
});

export const revokeTrustedSource = endpoint({
  id: 'trusted-sources.revoke',
  method: 'DELETE',
  path: '/v1/mailboxes/:id/trusted-sources/:sourceId',
  summary: 'Revoke the trust in an address. Idempotent.',
  who: 'bound',
  unbound: 'denied_403',
  effects: ['mutating'],
  params: mailboxParams.extend({ sourceId: uuid }),
  replies: { 200: trustedSource.extend({ already_revoked: z.boolean() }) },
  errors: ['NOT_FOUND', 'TRUSTED_SOURCE_NOT_FOUND'],
});

const trustState = z.object({
  mailbox_id: z.string(),
  instruction_trust_mode: z.enum(['enabled', 'disabled']),
  instruction_trust_strict_recipient: z.boolean(),
  changed_at: timestamp,
});

export const setInstructionTrust = endpoint({
  id: 'mailboxes.instruction-trust',
  method: 'POST',
  path: '/v1/mailboxes/:id/instruction-trust',
  summary: 'Turn instruction trust on or off. Only a signed-in person can turn it on.',
  who: 'bound',
  unbound: 'denied_403',
  effects: ['mutating'],
  params: mailboxParams,
  body: z.strictObject({
    enabled: z.boolean(),
    residual_ack_version: z.string().max(100).optional(),
    strict_recipient: z.boolean().optional(),
    ...reauthFields,
  }),
  replies: { 200: trustState },
  errors: [
    'NOT_FOUND',
    'INSTRUCTION_TRUST_STRICT_CHOICE_REQUIRED',
    'INSTRUCTION_TRUST_ACCOUNTABILITY_REQUIRED',
    'INSTRUCTION_TRUST_RESIDUAL_ACK_REQUIRED',
    ...REAUTH_ERRORS,
  ],
});

export const setStrictRecipient = endpoint({
  id: 'mailboxes.strict-recipient',
  method: 'POST',
  path: '/v1/mailboxes/:id/instruction-trust/strict-recipient',
  summary:
    'Turn the strict recipient guard on or off, which restricts agents to the allowlist while trust is on. Only a signed-in person can turn it off.',
  who: 'bound',
  unbound: 'denied_403',
  effects: ['mutating'],
  params: mailboxParams,
  body: z.strictObject({ strict_recipient: z.boolean(), ...reauthFields }),
  replies: { 200: trustState },
  errors: ['NOT_FOUND', ...REAUTH_ERRORS],
});
