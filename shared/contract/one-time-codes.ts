import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { mailboxReference, timestamp } from './fields.ts';
import { CODE_KINDS, LIMITS } from './limits.ts';

const part = z.string().min(1).max(1000);
const { waitSeconds, codeMinutes } = LIMITS;

/** A code, and the message that it was taken from. */
export const takenCode = z.object({
  /** As it is typed in or opened. */
  value: z.string(),
  kind: z.enum(CODE_KINDS).exclude(['any']),
  message_id: z.string(),
  sender: z.string(),
  subject: z.string(),
  /** The address that the message was sent to, with its tag. */
  recipient: z.string(),
  received_at: timestamp,
  /** Seconds since the message arrived. */
  age: z.int(),
});
export type TakenCode = z.output<typeof takenCode>;

export const waitForCode = endpoint({
  id: 'codes.wait',
  method: 'POST',
  path: '/v1/mailboxes/:id/codes/wait',
  summary:
    'Take the code of the newest matching message that no code was taken from yet, arrived at most `max_age` minutes ago, else wait.',
  who: 'bound',
  unbound: 'denied_403',
  effects: ['mutating'],
  audited: true,
  params: z.strictObject({ id: mailboxReference }),
  body: z.strictObject({
    timeout: z.int().min(waitSeconds.min).max(waitSeconds.max).optional(),
    kind: z.enum(CODE_KINDS).optional(),
    sender: part.optional(),
    subject: part.optional(),
    address: part.optional(),
    max_age: z.int().min(codeMinutes.min).max(codeMinutes.max).optional(),
    again: z.boolean().optional(),
  }),
  replies: {
    200: z.object({
      code: takenCode.nullable(),
      /** Quarantined messages to the same address and from the same sender, in the same time. */
      held: z.int(),
    }),
  },
  errors: ['NOT_FOUND'],
  extension: true,
});
