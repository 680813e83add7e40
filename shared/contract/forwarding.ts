import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { uuid } from './fields.ts';
import { sendReply } from './messages.ts';
import {
  bodyText,
  contentFields,
  copyFields,
  FRESH_CODES,
  forwardFields,
  HTML_CODES,
  IMMEDIATE_CODES,
  revises,
  SEND_CODES,
  toField,
} from './sending.ts';

/** Forwarding: a message that sends another one on, in a thread of its own. */

const forwardBody = z
  .strictObject({
    to: toField,
    ...copyFields,
    /** Sends to the others when rules refuse some of the recipients. */
    skip_refused: z.boolean().optional(),
    /** Own words, above the forwarded message. */
    body: bodyText.optional(),
    ...contentFields,
    ...forwardFields,
    revises: revises.optional(),
  })
  .refine(({ html, body }) => html === undefined || body !== undefined, {
    path: ['body'],
    message: 'is required with html',
  })
  .refine(({ as, files }) => as !== 'attachment' || files !== false, {
    path: ['files'],
    message: 'must not be false with as attachment, which has the files of the message',
  });

export const forward = endpoint({
  id: 'messages.forward',
  method: 'POST',
  path: '/v1/messages/:id/forward',
  summary: 'Forward a message to somebody, in a thread of its own.',
  who: 'bound',
  unbound: 'masked_404',
  effects: ['send-triggering', 'human-review-possible'],
  headers: ['idempotency-key', 'prefer'],
  params: z.strictObject({ id: uuid }),
  body: forwardBody,
  fieldProblemStatus: 422,
  replies: { 200: sendReply },
  errors: ['NOT_FOUND', ...SEND_CODES, ...FRESH_CODES, ...HTML_CODES, ...IMMEDIATE_CODES],
  extension: true,
});
