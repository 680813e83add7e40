import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { mailboxReference, threadReference, uuid } from './fields.ts';
import { LIMITS } from './limits.ts';

/** Labels of messages: words with which agents and people mark what they have done. */

const SHAPE = /^[\p{L}\p{N}][\p{L}\p{N}\p{M}_./: -]*$/u;

/** Case and spaces around it don't count. Commas separate labels in a query. */
export const label = z
  .string()
  .transform((written) => written.trim().normalize('NFC').toLowerCase())
  .pipe(
    z
      .string()
      .max(LIMITS.labelCharacters)
      .regex(SHAPE, 'must begin with a letter or digit, and have letters, digits, spaces and _ . / : - only'),
  );

export const labels = z.array(label).max(LIMITS.messageLabels);

/** Labels in a query, separated by commas. */
export const queryLabels = z
  .string()
  .max(LIMITS.messageLabels * (LIMITS.labelCharacters + 1))
  .refine((list) => labels.min(1).safeParse(list.split(',')).success, 'must be labels separated by commas');

/** The labels of such a list; none without one. */
export function labelsIn(list: string | undefined): string[] {
  return list === undefined ? [] : labels.parse(list.split(','));
}

/** Filters of lists and waits. */
export const labelFilters = {
  label: queryLabels.optional(),
  without_label: queryLabels.optional(),
};

const CHANGES = ['set', 'add', 'remove'] as const;

const changeBody = z
  .strictObject({ set: labels.optional(), add: labels.optional(), remove: labels.optional() })
  .refine((body) => CHANGES.some((field) => body[field] !== undefined), 'must have set, add or remove')
  .refine(({ set, add, remove }) => set === undefined || (add ?? remove) === undefined, {
    path: ['set'],
    message: 'must not be combined with add or remove',
  });
export type LabelChange = z.output<typeof changeBody>;

export const labelMessage = endpoint({
  id: 'messages.label',
  method: 'PATCH',
  path: '/v1/messages/:id/labels',
  summary: 'Set, add or remove labels of a message.',
  who: 'bound',
  unbound: 'denied_403',
  effects: ['mutating'],
  params: z.strictObject({ id: uuid }),
  body: changeBody,
  replies: { 200: z.object({ message_id: z.string(), labels: z.array(z.string()) }) },
  errors: ['NOT_FOUND'],
  extension: true,
});

export const labelThread = endpoint({
  id: 'threads.label',
  method: 'PATCH',
  path: '/v1/mailboxes/:id/threads/:thread_id/labels',
  summary: 'Set, add or remove labels of all messages of a thread. Returns the number of changed messages.',
  who: 'bound',
  unbound: 'denied_403',
  effects: ['mutating'],
  params: z.strictObject({ id: mailboxReference, thread_id: threadReference }),
  body: changeBody,
  replies: {
    200: z.object({ thread_id: z.string(), labels: z.array(z.string()), updated_count: z.int() }),
  },
  errors: ['NOT_FOUND'],
  extension: true,
});

export const listLabels = endpoint({
  id: 'mailboxes.labels',
  method: 'GET',
  path: '/v1/mailboxes/:id/labels',
  summary: 'List the labels of a mailbox with the number of messages that have each.',
  who: 'bound',
  unbound: 'denied_403',
  effects: ['read-only'],
  params: z.strictObject({ id: mailboxReference }),
  replies: { 200: z.object({ labels: z.array(z.object({ label: z.string(), message_count: z.int() })) }) },
  errors: ['NOT_FOUND'],
  extension: true,
});
