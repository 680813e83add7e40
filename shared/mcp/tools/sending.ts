import { z } from 'zod';
import { answerInvitation } from '../../contract/calendar-replies.ts';
import { CALENDAR_ANSWERS } from '../../contract/calendars.ts';
import { UUID_SHAPE } from '../../contract/fields.ts';
import { forward } from '../../contract/forwarding.ts';
import { reply, send } from '../../contract/sending.ts';
import { FORWARD_FORMS } from '../../contract/values.ts';
import { definedFields } from '../../defined-fields.ts';
import { tool } from '../tool.ts';
import { copies, intent, keepUnread, mailbox, messageId, revises, to } from './inputs.ts';
import { forwardResult, keyedSend } from './outputs.ts';
import { assertReadable } from './readable.ts';

const WHAT_BECAME_OF_IT =
  " `held_for_review` in email_effect: a person decides, and sending again doesn't help; use wait_for_decision. If denied, send a better version with `revises`.";

const body = z.string().min(1);
const attachment_ids = z.array(z.uuid()).min(1).optional().describe('From attach_file.');

const sendMail = tool({
  name: 'send_message',
  title: 'Send a message',
  description: `Send a message. Each recipient counts as one send. Within 15 minutes the same call is a repeat, which never sends twice; with an \`intent\`, at any time.${WHAT_BECAME_OF_IT}`,
  effect: 'sends',
  untrusted: false,
  input: {
    mailbox,
    thread_id: z
      .string()
      .optional()
      .describe('Continues this thread, or your message of this ID; gives `to` and `subject`.'),
    to: to.optional(),
    ...copies,
    subject: z.string().min(1).optional(),
    reply_to: z.string().optional().describe('Another mailbox of yours.'),
    body,
    html: z.string().optional().describe('`body` as HTML.'),
    attachment_ids,
    revises,
    intent,
  },
  output: keyedSend,
  run: async (session, { intent: wish, ...input }) => {
    const { thread_id, subject, reply_to, body: text, html, attachment_ids: files, revises: denied } = input;
    // A message has its mailbox; a thread key may be in several.
    const isMessage = thread_id !== undefined && UUID_SHAPE.test(thread_id);
    const from = isMessage && input.mailbox === undefined ? undefined : await session.mailbox(input.mailbox);
    const { to: first, cc, bcc } = input;
    const addressed = definedFields({ thread_id, to: first, cc, bcc, subject, reply_to });
    const key = await session.keyFor({
      tool: 'send_message',
      input: { from, ...addressed, text, html, ...definedFields({ files, denied }) },
      intent: wish,
      about: denied ?? from ?? thread_id ?? '',
    });
    const message = { ...definedFields({ from_mailbox: from }), ...addressed, body: text };
    return session.send(
      send,
      { body: { ...message, ...definedFields({ html, attachment_ids: files, revises: denied }) } },
      key,
    );
  },
});

const replyToMail = tool({
  name: 'reply_to_message',
  title: 'Reply to a message',
  description: 'Reply to a message, at its reply_recipient. May be held, as in send_message.',
  effect: 'sends',
  untrusted: false,
  input: {
    message_id: messageId,
    body,
    all: z.boolean().optional().describe('Also to To and CC.'),
    attachment_ids,
    revises,
    keep_unread: keepUnread,
    intent,
  },
  output: keyedSend,
  run: async (session, { intent: wish, message_id: id, body: text, ...input }) => {
    const { attachment_ids: files, revises: denied, keep_unread: keeps } = input;
    await assertReadable(session, id);
    const key = await session.keyFor({
      tool: 'reply_to_message',
      input: { id, text, ...definedFields({ files, denied, all: input.all }) },
      intent: wish,
      about: denied ?? id,
    });
    const answer = {
      body: text,
      ...definedFields({ all: input.all, attachment_ids: files, revises: denied }),
      ...(!keeps && { mark_read: true }),
    };
    return session.send(reply, { params: { id }, body: answer }, key);
  },
});

const forwardMail = tool({
  name: 'forward_message',
  title: 'Forward a message',
  description: 'Forward a message with its files, in a thread of its own. May be held, as in send_message.',
  effect: 'sends',
  untrusted: false,
  input: {
    message_id: messageId,
    to,
    ...copies,
    body: body.optional().describe('Your own words above it.'),
    form: z.enum(FORWARD_FORMS).optional().describe('Quoted (default), or as it arrived.'),
    files: z.boolean().optional().describe('Default: true.'),
    revises,
    intent,
  },
  output: forwardResult,
  run: async (session, { intent: wish, message_id: id, to: recipients, form, ...input }) => {
    const asked = { to: recipients, ...definedFields({ ...input, as: form }) };
    const key = await session.keyFor({
      tool: 'forward_message',
      input: { id, ...asked },
      intent: wish,
      about: input.revises ?? id,
    });
    return session.send(forward, { params: { id }, body: asked }, key);
  },
});

const answerCalendar = tool({
  name: 'answer_invitation',
  title: 'Answer an invitation',
  description:
    'Answer the invitation of a message (`calendar` with the method `request`). May be held, as in send_message.',
  effect: 'sends',
  untrusted: false,
  input: {
    message_id: messageId,
    answer: z.enum(CALENDAR_ANSWERS),
    note: z.string().min(1).optional().describe('To the organizer.'),
    revises,
    keep_unread: keepUnread,
    intent,
  },
  output: keyedSend,
  run: async (session, { intent: wish, message_id: id, keep_unread: keeps, ...input }) => {
    const asked = { answer: input.answer, ...definedFields({ note: input.note, revises: input.revises }) };
    const key = await session.keyFor({
      tool: 'answer_invitation',
      input: { id, ...asked },
      intent: wish,
      about: input.revises ?? id,
    });
    const body = { ...asked, ...(!keeps && { mark_read: true }) };
    return session.send(answerInvitation, { params: { id }, body }, key);
  },
});

export const SENDING = [sendMail, replyToMail, forwardMail, answerCalendar];
