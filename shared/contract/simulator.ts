import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { mailboxReference } from './fields.ts';
import { LIMITS } from './limits.ts';
import { INBOUND_SCENARIOS } from './values.ts';

export type InboundScenario = (typeof INBOUND_SCENARIOS)[number];

export const simulateInbound = endpoint({
  id: 'simulator.inbound',
  method: 'POST',
  path: '/v1/simulator/inbound',
  summary: 'Simulate an inbound message that takes the same path as real mail.',
  extension: true,
  who: 'bound',
  unbound: 'denied_403',
  effects: ['mutating'],
  body: z.strictObject({
    mailbox_id: mailboxReference,
    scenario: z.enum(INBOUND_SCENARIOS),
    /** Added to the subject, to tell messages apart. */
    label: z
      .string()
      .trim()
      .min(1)
      .max(LIMITS.simulatorLabelCharacters)
      .regex(/^\P{Cc}*$/u, 'must not contain control characters')
      .optional(),
  }),
  replies: {
    200: z.object({
      /** `pending` while it's being scanned. */
      status: z.enum(['available', 'quarantined', 'pending']),
      message_id: z.string(),
    }),
  },
  errors: ['NOT_FOUND', 'ACCOUNT_SUSPENDED', 'MAILBOX_SUSPENDED', 'STORAGE_QUOTA_EXCEEDED'],
});
