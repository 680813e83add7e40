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
    'Wait for the next message. Returns `message: null` if none arrived in time; call it again with\n' +
    'the returned `since` to miss nothing in between. Also returns a message of yours that a person\n' +
    'denied, with `next_step`, until you send a new version with `revises` or mark it as read.\n' +
    'Automatic answers, mail of lists and bounces are skipped.',
  effect: 'reads',
  untrusted: true,
  input: {
    mailbox,
    timeout_seconds: timeoutSeconds,
    since: since.describe('Only messages after this time. Default: now.'),
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
    'Take the one-time code or sign-in link that was just asked for: of the newest matching message that\n' +
    'no code was taken from yet and that arrived in the last ten minutes, else wait for one. Ask for the\n' +
    'code first. The answer names the message, its sender and its age in seconds; the message becomes\n' +
    'read, and no later call returns its code unless `again` is set. With `code: null`, none arrived in\n' +
    'time: call it again. `held` messages wait for a person.',
  effect: 'marks',
  untrusted: true,
  input: {
    mailbox,
    timeout_seconds: timeoutSeconds,
    kind: codeKind,
    sender: senderPart,
    address: z
      .string()
      .min(1)
      .optional()
      .describe('Only messages to this address with a tag, such as signup+shop@example.com.'),
    max_age_minutes: z
      .int()
      .min(LIMITS.codeMinutes.min)
      .max(LIMITS.codeMinutes.max)
      .optional()
      .describe('Only messages that arrived at most this long ago. Default: 10.'),
    again: z.boolean().optional().describe('Also return a code that was already taken.'),
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
function nextStep({ id, in_reply_to_message_id: answered, forwards }: MessageListItem): string {
  const [call, about] =
    forwards === undefined ? ['reply_to_message', answered] : ['forward_message', forwards];
  const again =
    about === undefined
      ? `send_message with revises ${id}`
      : `${call} with message_id ${about} and revises ${id}`;
  return `A person denied this message of yours: review.reason says why. Write a better version and send it by ${again}. If none is needed, call mark_message_read with ${id}.`;
}

function isFrom({ sender }: MessageListItem, part: string | undefined): boolean {
  return contains(sender, part);
}

function contains(text: string, part = ''): boolean {
  return text.toLowerCase().includes(part.toLowerCase());
}

export const WAITING = [waitForMail, waitForCodeOrLink, waitForReview];
