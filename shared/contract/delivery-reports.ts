import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { uuid } from './fields.ts';
import { LIMITS } from './limits.ts';
import { messageState } from './messages.ts';

/** Bounces and complaints that the operator records, with the effects of reported ones. */

const params = z.strictObject({ id: uuid });
const replies = { 200: z.object({ message_id: z.string(), state: messageState }) };

export const reportBounce = endpoint({
  id: 'operator.messages.bounce',
  method: 'POST',
  path: '/operator/v1/messages/:id/bounce',
  summary: 'Record a bounce of a sent message. A hard bounce suppresses the recipient.',
  who: 'operator',
  effects: ['mutating'],
  params,
  body: z.strictObject({
    type: z.enum(['hard', 'soft']),
    reason: z.string().max(LIMITS.reasonCharacters).optional(),
  }),
  replies,
  errors: ['NOT_FOUND', 'CONFLICT'],
});

export const reportComplaint = endpoint({
  id: 'operator.messages.complaint',
  method: 'POST',
  path: '/operator/v1/messages/:id/complaint',
  summary: 'Record a complaint about a sent message, and suppress its recipient permanently.',
  who: 'operator',
  effects: ['mutating'],
  params,
  replies,
  errors: ['NOT_FOUND', 'CONFLICT'],
});
