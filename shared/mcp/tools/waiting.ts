import { z } from 'zod';
import type { MessageListItem } from '../../contract/messages.ts';
import { waitForDecision } from '../../contract/reading.ts';
import { tool } from '../tool.ts';
import { extract, extractQuery, mailbox, messageId, senderPart, since, timeoutSeconds } from './inputs.ts';
import { listedMessage } from './outputs.ts';

/** A code often arrives before the model begins to wait for it. */
const CODE_AGE_SECONDS = 120;

const nextSince = z.string().describe('For the next call.');

const waitForMail = tool({
  name: 'wait_for_message',
  title: 'Wait for a message',
  description:
    'Wait for the next message. Returns `message: null` if none arrived in time; call it again with\n' +
    'the returned `since` to miss nothing in between. Also returns a message of yours that a person\n' +
    'denied, with `next_step`, until you send a new version with `revises` or mark it as read.',
  effect: 'reads',
  untrusted: true,
  input: {
    mailbox,
    timeout_seconds: timeoutSeconds,
    since: since.describe('Only messages after this time. Default: now.'),
    sender: senderPart,
    extract,
  },
  output: () =>
    z.object({
      message: listedMessage().nullable(),
      since: nextSince,
      next_step: z.string().optional().describe('What to do about a message that was denied.'),
    }),
  run: async (session, input) => {
    const box = await session.mailbox(input.mailbox);
    let seen = input.since ?? (await session.now());
    const awaited = { mailbox: box, since: seen, seconds: input.timeout_seconds, denied: true };
    for await (const message of session.arrivals({ ...awaited, ...extractQuery(input.extract) })) {
      if (message.direction === 'outbound') {
        if (!contains(message.recipient, input.sender)) continue;
        return { message, since: seen, next_step: nextStep(message) };
      }
      seen = message.created_at;
      if (isFrom(message, input.sender)) return { message, since: seen };
    }
    return { message: null, since: seen };
  },
});

const WANTED = ['code', 'links'] as const;

const waitForCode = tool({
  name: 'wait_for_code',
  title: 'Wait for a code',
  description:
    'Wait for a message with a one-time code or a link, as sign-ups send it, and return both. Also\n' +
    'finds a message of the last two minutes. With `code: null` and no links, none arrived in time:\n' +
    'call it again with the returned `since`. A message with `content_withheld` is held; a person\n' +
    'can release it.',
  effect: 'reads',
  untrusted: true,
  input: {
    mailbox,
    timeout_seconds: timeoutSeconds,
    since: since.describe('Only messages after this time. Default: two minutes ago.'),
    sender: senderPart,
    wanted: z.enum(WANTED).default('code').describe('What the message must have.'),
  },
  output: () =>
    z.object({
      code: z.string().nullable().describe('The one-time code as it is typed in.'),
      links: z.array(z.string()),
      message: listedMessage().nullable(),
      since: nextSince,
    }),
  run: async (session, input) => {
    const box = await session.mailbox(input.mailbox);
    let seen = input.since ?? (await session.now(-CODE_AGE_SECONDS));
    const awaited = { mailbox: box, since: seen, seconds: input.timeout_seconds };
    for await (const message of session.arrivals({ ...awaited, extract: 'otp,links' })) {
      seen = message.created_at;
      const { otp: code = null, links = [] } = message.extracted ?? {};
      const has = input.wanted === 'code' ? code !== null : links.length > 0;
      if (isFrom(message, input.sender) && (has || message.content_withheld)) {
        return { code, links, message, since: seen };
      }
    }
    return { code: null, links: [], message: null, since: seen };
  },
});

const waitForReview = tool({
  name: 'wait_for_decision',
  title: 'Wait for a decision',
  description:
    'Wait until a held message is decided. `review` has the decision, who made it and the reason\n' +
    'given; `replacement` the message that a person sent in its place. With `decided: false`, time is\n' +
    'up: call it again, or do something else meanwhile.',
  effect: 'reads',
  untrusted: false,
  input: { message_id: messageId, timeout_seconds: timeoutSeconds },
  output: () => waitForDecision.replies[200],
  run: (session, { message_id: id, timeout_seconds: timeout }) =>
    session.call(waitForDecision, { params: { id }, query: { timeout } }),
});

/** The reason is the person's own text, so it isn't repeated here as an instruction. */
function nextStep({ id, in_reply_to_message_id: answered }: MessageListItem): string {
  const again =
    answered === undefined
      ? `send_message with revises ${id}`
      : `reply_to_message with message_id ${answered} and revises ${id}`;
  return `A person denied this message of yours: review.reason says why. Write a better version and send it by ${again}. If none is needed, call mark_message_read with ${id}.`;
}

function isFrom({ sender }: MessageListItem, part: string | undefined): boolean {
  return contains(sender, part);
}

function contains(text: string, part = ''): boolean {
  return text.toLowerCase().includes(part.toLowerCase());
}

export const WAITING = [waitForMail, waitForCode, waitForReview];
