import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { LIMITS } from './limits.ts';
import { sendReply } from './messages.ts';
import { FRESH_CODES, HTML_CODES, SEND_CODES, writingMailbox } from './sending.ts';
import { uploadedFile } from './staged-attachments.ts';

/** Messages as mail programs write them. */

export const submitMessage = endpoint({
  id: 'messages.submit',
  method: 'POST',
  path: '/v1/messages/submit',
  summary:
    'Send a message that a mail program wrote (message/rfc822). Its Message-ID is the idempotency key.',
  who: 'bound',
  unbound: 'denied_403',
  effects: ['send-triggering', 'human-review-possible'],
  upload: true,
  body: z.strictObject({
    from_mailbox: writingMailbox
      .meta({ description: 'Mailbox name, address or UUID. Default: the one that From names.' })
      .optional(),
    /** Separated by commas. */
    recipients: z.string().max(LIMITS.envelopeCharacters).optional(),
    file: uploadedFile,
  }),
  fieldProblemStatus: 422,
  replies: { 200: sendReply },
  errors: [
    'NOT_FOUND',
    ...SEND_CODES,
    ...FRESH_CODES,
    ...HTML_CODES,
    'IDEMPOTENCY_KEY_BOUND_TO_DRAFT',
    'IDEMPOTENCY_KEY_REUSED',
  ],
  extension: true,
});
