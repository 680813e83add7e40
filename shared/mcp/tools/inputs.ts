import { z } from 'zod';
import { CODE_KINDS, LIMITS } from '../../contract/limits.ts';
import { TEXT_FORMATS } from '../../contract/values.ts';

/** Inputs that several tools share. */

/** A call without it is refused with the names, if there are several. */
export const mailbox = z.string().optional();
export const messageId = z.uuid();
export const threadId = z.string().min(1);
export const intent = z.string().min(1).max(200).optional();
export const revises = z.uuid().optional().describe('Your denied message.');
/** An address, or several. */
export const to = z.union([z.string().min(3), z.array(z.string().min(3)).min(1)]);
const others = z.array(z.string().min(3)).optional();
export const copies = { cc: others, bcc: others };
export const keepUnread = z.boolean().optional();
export const limit = z.int().min(1).max(50).optional();
export const DEFAULT_LIMIT = 20;

/** Clients time longer calls out; waiting again with `since` misses nothing. */
const LONGEST_WAIT_SECONDS = LIMITS.waitSeconds.max;
export const timeoutSeconds = z
  .int()
  .min(LIMITS.waitSeconds.min)
  .max(LONGEST_WAIT_SECONDS)
  .default(LONGEST_WAIT_SECONDS);
export const since = z.iso.datetime({ offset: true }).optional();
export const senderPart = z.string().optional().describe('Part of the address.');

export const codeKind = z
  .enum(CODE_KINDS)
  .default('otp')
  .describe('`otp`: a code; `link`: one that signs in or confirms.');

export const includeAutomatic = z
  .boolean()
  .optional()
  .describe('Also automatic answers, mail of lists and bounces.');

/** Labels by which messages are chosen. */
export const marks = {
  label: z.string().optional().describe('One, or all of several with commas.'),
  without_label: z.string().optional(),
  tag: z.string().optional().describe('Of mail to mailbox+tag.'),
};

/** Asks for `extracted` in each message. */
export const extract = z
  .array(z.enum(['otp', 'links']))
  .min(1)
  .optional()
  .describe('Returned in `extracted`.');

/** The query parameter for it. */
export function extractQuery(asked: readonly string[] | undefined): { extract?: string } {
  return asked === undefined ? {} : { extract: asked.join(',') };
}

/** As `extractQuery`, with the words that each message adds. */
export function newWordsQuery(asked: readonly string[] = []): { extract: string } {
  return { extract: [...asked, 'reply'].join(',') };
}

export const whole = z.boolean().optional().describe('With the text of quotes and signatures.');
export const bodyFormat = z.enum(TEXT_FORMATS).optional();

/** The query for messages that a model reads: inbound ones in blocks. */
export const readableQuery = ({
  body_format,
}: {
  body_format?: (typeof TEXT_FORMATS)[number] | undefined;
}) => ({
  blocks: true as const,
  ...(body_format && { body_format }),
});
