import { z } from 'zod';
import { LIMITS } from '../../contract/limits.ts';
import type { MessageListItem } from '../../contract/messages.ts';
import { waitForCode } from '../../contract/one-time-codes.ts';
import { waitForDecision } from '../../contract/reading.ts';
import { SKIPPED_BY_WAITS } from '../../contract/values.ts';
import { definedFields } from '../../defined-fields.ts';
import { tool } from '../tool.ts';
import {
  codeKind,
  extract,
  includeAutomatic,
  mailbox,
  marks,
  messageId,
  newWordsQuery,
  senderPart,
  since,
  timeoutSeconds,
} from './inputs.ts';
import { listedMessage } from './outputs.ts';

const nextSince = z.string().describe('For the next call.');

const waitForMail = tool({
  name: 'wait_for_message',
  title: 'Wait for a message',
  description:
    'Wait for the next message. After `message: null`, call it again with the returned `since`, and you\n' +
    'miss nothing. Also returns a message of yours that a person denied, with `next_step`, until you\n' +
    'send a new version or mark it as read.',
  effect: 'reads',
  untrusted: true,
  input: {
    mailbox,
    timeout_seconds: timeoutSeconds,
    since: since.describe('Default: now.'),
    sender: senderPart,
    include_automatic: includeAutomatic,
    ...marks,
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
    const awaited = {
      ...{ mailbox: box, since: seen, seconds: input.timeout_seconds, denied: true },
      ...(input.include_automatic !== true && { skipped: SKIPPED_BY_WAITS }),
      marks: definedFields({ label: input.label, without_label: input.without_label, tag: input.tag }),
    };
    for await (const message of session.arrivals({ ...awaited, ...newWordsQuery(input.extract) })) {
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

const waitForCodeOrLink = tool({
  name: 'wait_for_code',
  title: 'Wait for a code',
  description:
    'Take the one-time code or sign-in link that was just asked for, from the newest mail, or wait for\n' +
    'it. Each is returned once, unless `again` is set, and its message becomes read. After `code: null`,\n' +
    'call it again; `held` messages wait for a person.',
  effect: 'marks',
  untrusted: true,
  input: {
    mailbox,
    timeout_seconds: timeoutSeconds,
    kind: codeKind,
    sender: senderPart,
    address: z.string().min(1).optional().describe('Such as signup+shop@example.com.'),
    max_age_minutes: z
      .int()
      .min(LIMITS.codeMinutes.min)
      .max(LIMITS.codeMinutes.max)
      .optional()
      .describe('Default: 10.'),
    again: z.boolean().optional(),
  },
  output: () => waitForCode.replies[200],
  run: async (session, { mailbox: named, timeout_seconds: timeout, max_age_minutes: max_age, ...filter }) =>
    session.call(waitForCode, {
      params: { id: await session.mailbox(named) },
      body: { timeout, ...definedFields({ ...filter, max_age }) },
    }),
});

const waitForReview = tool({
  name: 'wait_for_decision',
  title: 'Wait for a decision',
  description:
    'Wait until a held message is decided. `review` has the decision and its reason; `replacement` what\n' +
    "a person sent in its place, so don't send it again. After `decided: false`, call it again later.",
  effect: 'reads',
  untrusted: false,
  input: { message_id: messageId, timeout_seconds: timeoutSeconds },
  output: () => waitForDecision.replies[200],
  run: (session, { message_id: id, timeout_seconds: timeout }) =>
    session.call(waitForDecision, { params: { id }, query: { timeout } }),
});

/** The reason is the person's own text, so it isn't repeated here as an instruction. */
function nextStep({ id, in_reply_to_message_id: answered, forwards }: MessageListItem): string {
  const [call, about] =
    forwards === undefined ? ['reply_to_message', answered] : ['forward_message', forwards];
  const again =
    about === undefined
      ? `send_message with revises ${id}`
      : `${call} with message_id ${about} and revises ${id}`;
  return `A person denied this message of yours: review.reason says why. Write a better version and send it by ${again}. If none is needed, call mark_message with ${id} and read.`;
}

function isFrom({ sender }: MessageListItem, part: string | undefined): boolean {
  return contains(sender, part);
}

function contains(text: string, part = ''): boolean {
  return text.toLowerCase().includes(part.toLowerCase());
}

export const WAITING = [waitForMail, waitForCodeOrLink, waitForReview];
