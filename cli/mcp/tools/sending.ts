import { z } from 'zod';
import { probeIdempotency, reply, send } from '../../../shared/contract/sending.ts';
import type { Client } from '../../client/client.ts';
import { deliver, type SendHeaders } from '../../sending/deliver.ts';
import { type Session, tool } from '../tool.ts';
import { intent, mailbox, messageId } from './inputs.ts';
import { assertReadable } from './readable.ts';

const OUTCOME =
  ' The result has the outcome in email_effect: `held_for_review` means that a person must decide, and that ' +
  "sending it again doesn't help. check_send returns the decision later.";

const body = z.string().min(1).describe('Plain text.');

type Delivered = Parameters<typeof deliver>[2];

/** Sends once, whatever happens on the way, and answers with the key that names the attempt. */
async function once(
  session: Session,
  key: string,
  post: (client: Client, headers: SendHeaders) => ReturnType<Delivered>,
): Promise<object> {
  await session.client();
  const input = { idempotencyKey: key, strict: false, wait: undefined };
  const outcome = await deliver(session.context, input, post, probeIdempotency);
  return outcome.data as object;
}

const sendMail = tool({
  name: 'send_message',
  description: `Send a message to one recipient.${OUTCOME}`,
  effect: 'sends',
  untrusted: false,
  input: {
    mailbox,
    to: z.string().min(3).describe('Recipient address.'),
    subject: z.string().min(1),
    body,
    html: z.string().optional().describe('The same text as HTML. Active content is refused.'),
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
  description: `Reply to the sender of a message, in its thread.${OUTCOME}`,
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
    'Show the outcome of a send or reply by the idempotency_key that it returned. After a review decision, `review` ' +
    'has the decision, who made it (a person, an admin key, an agent key or the system) and the reason. Resolution ' +
    '`edited` means that a person edited the message and sent their version: `replacement` has its ID and outcome. ' +
    "Don't send the message again in that case.",
  effect: 'reads',
  untrusted: false,
  input: { idempotency_key: z.string().min(1).max(255) },
  run: async (session, { idempotency_key: key }) =>
    (await session.client()).call(probeIdempotency, { headers: { 'idempotency-key': key } }),
});

export const SENDING = [sendMail, replyToMail, checkSend];
