import { z } from 'zod';
import { answerInvitation } from '../../contract/calendar-replies.ts';
import { CALENDAR_ANSWERS } from '../../contract/calendars.ts';
import { UUID_SHAPE } from '../../contract/fields.ts';
import { forward } from '../../contract/forwarding.ts';
import { probeIdempotency, reply, send } from '../../contract/sending.ts';
import { FORWARD_FORMS } from '../../contract/values.ts';
import { definedFields } from '../../defined-fields.ts';
import { tool } from '../tool.ts';
import { copies, intent, keepUnread, mailbox, messageId, revises, to } from './inputs.ts';
import { forwardResult, keyedSend, sendResult } from './outputs.ts';
import { assertReadable } from './readable.ts';

const WHAT_BECAME_OF_IT =
  " The result is in email_effect: `held_for_review` means that a person must decide, and that sending it again doesn't help; use wait_for_decision or check_send to get the decision. If it is denied with a reason, send a better version with `revises`.";

const body = z.string().min(1).describe('Plain text.');
const attachment_ids = z.array(z.uuid()).min(1).optional().describe('Files from attach_file.');

const sendMail = tool({
  name: 'send_message',
  title: 'Send a message',
  description: `Send a message. With several recipients, each counts as one send, and \`recipients\` says what became of each.${WHAT_BECAME_OF_IT}`,
  effect: 'sends',
  untrusted: false,
  input: {
    mailbox,
    thread_id: z
      .string()
      .optional()
      .describe(
        'Continue this thread, or follow up a message you sent, by its ID. Supplies `to` and `subject`.',
      ),
    to: to.optional().describe('Recipient address, or a list.'),
    ...copies,
    subject: z.string().min(1).optional(),
    reply_to: z.string().optional().describe('Another of your mailboxes, which gets the answers.'),
    body,
    html: z.string().optional().describe('The same text as HTML. Active content is rejected.'),
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
  description: `Reply to a message, in its thread. It goes to the message's reply_recipient: its sender, or its Reply-To where the mailbox may answer that.${WHAT_BECAME_OF_IT}`,
  effect: 'sends',
  untrusted: false,
  input: {
    message_id: messageId,
    body,
    all: z.boolean().optional().describe('Answer everybody in To and CC, too.'),
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
  description: `Forward a message, quoted or attached, with its files, in a thread of its own. Often a person must approve it first.${WHAT_BECAME_OF_IT}`,
  effect: 'sends',
  untrusted: false,
  input: {
    message_id: messageId,
    to: to.describe('Recipient address, or a list.'),
    ...copies,
    body: body.optional().describe('Your own words, above the message. Plain text.'),
    as: z
      .enum(FORWARD_FORMS)
      .optional()
      .describe('Quote it (`inline`, default), or attach it as it arrived.'),
    files: z.boolean().optional().describe('Whether its files go along. Default: true.'),
    revises,
    intent,
  },
  output: forwardResult,
  run: async (session, { intent: wish, message_id: id, to: recipients, ...input }) => {
    const asked = { to: recipients, ...definedFields(input) };
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
  description: `Accept or decline the invitation in a message (its \`calendar\` with the method \`request\`), or accept it tentatively. The answer goes to its organizer.${WHAT_BECAME_OF_IT}`,
  effect: 'sends',
  untrusted: false,
  input: {
    message_id: messageId,
    answer: z.enum(CALENDAR_ANSWERS),
    note: z.string().min(1).optional().describe('Your own words to the organizer. Plain text.'),
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

const checkSend = tool({
  name: 'check_send',
  title: 'Check a send',
  description:
    'Show the result of a send or reply by its idempotency_key. After a decision about a held\n' +
    'message, `review` has the decision, who made it (a person, an admin key, an agent key, the\n' +
    'system) and the reason given. Resolution `edited` means that a person changed the message and\n' +
    "sent their version: `replacement` has its ID and result. In that case, don't send the message\n" +
    'again.',
  effect: 'reads',
  untrusted: false,
  input: { idempotency_key: z.string().min(1).max(255) },
  output: sendResult,
  run: (session, { idempotency_key: key }) =>
    session.call(probeIdempotency, { headers: { 'idempotency-key': key } }),
});

export const SENDING = [sendMail, replyToMail, forwardMail, answerCalendar, checkSend];
