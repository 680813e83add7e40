import { z } from 'zod';
import { CALENDAR_ANSWERS } from './calendars.ts';
import { endpoint } from './endpoint.ts';
import { uuid } from './fields.ts';
import { LIMITS } from './limits.ts';
import { sendReply } from './messages.ts';
import { bodyText, FRESH_CODES, IMMEDIATE_CODES, revises, SEND_CODES } from './sending.ts';

/** Answers to invitations (RFC 5546, RFC 6047). */

export const answerInvitation = endpoint({
  id: 'messages.calendar_reply',
  method: 'POST',
  path: '/v1/messages/:id/calendar-reply',
  summary: 'Accept or decline an invitation, or accept it tentatively. The answer goes to its organizer.',
  who: 'bound',
  unbound: 'masked_404',
  effects: ['send-triggering', 'human-review-possible'],
  headers: ['idempotency-key', 'prefer'],
  params: z.strictObject({ id: uuid }),
  body: z.strictObject({
    answer: z.enum(CALENDAR_ANSWERS),
    /** Own words to the organizer. */
    note: bodyText.optional(),
    /** Address of the mailbox that was invited. */
    attendee: z.string().min(1).max(LIMITS.addressCharacters).optional(),
    /** Marks the invitation as read once the answer is held or sent. */
    mark_read: z.boolean().optional(),
    revises: revises.optional(),
  }),
  fieldProblemStatus: 422,
  replies: { 200: sendReply },
  errors: ['NOT_FOUND', ...SEND_CODES, ...FRESH_CODES, ...IMMEDIATE_CODES],
  extension: true,
});
