import { z } from 'zod';
import { addedBy } from './address-lists.ts';
import { endpoint } from './endpoint.ts';
import { filled, subaddressInstance, timestamp, timestampInput } from './fields.ts';
import { LIMITS } from './limits.ts';
import { mailboxParams } from './mailboxes.ts';

/** Named addresses: subaddresses of a mailbox that are made on purpose, and that may end. */

const mailboxAddress = z.object({
  address: z.string(),
  tag: z.string(),
  status: z.enum(['open', 'expired', 'removed']),
  note: z.string().nullable(),
  expires_at: timestamp.nullable(),
  removed_at: timestamp.nullable(),
  created_at: timestamp,
  ...addedBy,
});
export type MailboxAddress = z.output<typeof mailboxAddress>;

const CALLERS = { who: 'bound', unbound: 'denied_403' } as const;

export const listNamedAddresses = endpoint({
  id: 'addresses.list',
  method: 'GET',
  path: '/v1/mailboxes/:id/addresses',
  summary: 'List the named addresses of a mailbox by tag, with those that take no more mail.',
  ...CALLERS,
  effects: ['read-only'],
  params: mailboxParams,
  replies: { 200: z.object({ addresses: z.array(mailboxAddress) }) },
  errors: ['NOT_FOUND'],
  extension: true,
});

export const addNamedAddress = endpoint({
  id: 'addresses.add',
  method: 'POST',
  path: '/v1/mailboxes/:id/addresses',
  summary:
    'Make a named address of a mailbox, which may expire. For people and admin keys also: change it, or open it again.',
  ...CALLERS,
  effects: ['mutating'],
  params: mailboxParams,
  body: z.strictObject({
    tag: subaddressInstance,
    expires_at: timestampInput.nullable().optional(),
    note: filled(LIMITS.addressNoteCharacters).nullable().optional(),
  }),
  replies: { 201: mailboxAddress },
  errors: ['NOT_FOUND', 'CONFLICT'],
  extension: true,
});

export const removeNamedAddress = endpoint({
  id: 'addresses.remove',
  method: 'DELETE',
  path: '/v1/mailboxes/:id/addresses/:tag',
  summary: 'Close a named address for good: mail to it is refused. Idempotent.',
  ...CALLERS,
  effects: ['mutating'],
  params: mailboxParams.extend({ tag: z.string().min(1).max(LIMITS.addressCharacters) }),
  replies: { 200: mailboxAddress },
  errors: ['NOT_FOUND'],
  extension: true,
});
