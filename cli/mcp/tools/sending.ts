import { z } from 'zod';
import { probeIdempotency, reply, send } from '../../../shared/contract/sending.ts';
import type { Client } from '../../client/client.ts';
import { deliver, type SendHeaders } from '../../sending/deliver.ts';
import { type Session, tool } from '../tool.ts';
import { intent, mailbox, messageId } from './inputs.ts';
import { assertReadable } from './readable.ts';

const WHAT_BECAME_OF_IT =
  " The result is in email_effect: `held_for_review` means that a person must decide, and that sending it again doesn't help; use check_send later to get the decision.";

const body = z.string().min(1).describe('Plain text.');

type Delivered = Parameters<typeof deliver>[2]['post'];

/** Sends once, whatever happens on the way, and answers with the key that names the attempt. */
async function once(
  session: Session,
  key: string,
  post: (client: Client, headers: SendHeaders) => ReturnType<Delivered>,
): Promise<object> {
  await session.client();
  const input = { idempotencyKey: key, strict: false, wait: undefined };
  const outcome = await deliver(session.context, input, { post });
  return outcome.data as object;
}

const sendMail = tool({
  name: 'send_message',
  description: `Send a message to one recipient.${WHAT_BECAME_OF_IT}`,
  effect: 'sends',
  untrusted: false,
  input: {
    mailbox,
    to: z.string().min(3).describe('Recipient address.'),
    subject: z.string().min(1),
    body,
    html: z.string().optional().describe('The same text as HTML. Active content is rejected.'),
    intent,
  },
  run: async (session, { intent: wish, ...input }) => {
    const from = await session.mailbox(input.mailbox);
    const { to, subject, body: text, html } = input;
    const key = await session.keyFor({
      tool: 'send_message',
      input: { from, to, subject, text, html },
      intent: wish,
      about: from,
    });
    return once(session, key, (client, headers) =>
      client.call(send, {
        body: { from_mailbox: from, to, subject, body: text, ...(html !== undefined && { html }) },
        headers,
      }),
    );
  },
});

const replyToMail = tool({
  name: 'reply_to_message',
  description: `Reply to the sender of a message, in its thread.${WHAT_BECAME_OF_IT}`,
  effect: 'sends',
  untrusted: false,
  input: { message_id: messageId, body, intent },
  run: async (session, { intent: wish, message_id: id, body: text }) => {
    await assertReadable(session, id);
    const key = await session.keyFor({
      tool: 'reply_to_message',
      input: { id, text },
      intent: wish,
      about: id,
    });
    return once(session, key, (client, headers) =>
      client.call(reply, { params: { id }, body: { body: text }, headers }),
    );
  },
});

const checkSend = tool({
  name: 'check_send',
  description:
    'Show the result of a send or reply by its idempotency_key. After a decision about a held\n' +
    'message, `review` has the decision, who made it (a person, an admin key, an agent key, the\n' +
    'system) and the reason given. Resolution `edited` means that a person changed the message and\n' +
    "sent their version: `replacement` has its ID and result. In that case, don't send the message\n" +
    'again.',
  effect: 'reads',
  untrusted: false,
  input: { idempotency_key: z.string().min(1).max(255) },
  run: async (session, { idempotency_key: key }) =>
    (await session.client()).call(probeIdempotency, { headers: { 'idempotency-key': key } }),
});

export const SENDING = [sendMail, replyToMail, checkSend];
