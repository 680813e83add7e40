import { z } from 'zod';
import { CODE_KINDS, LIMITS } from '../../contract/limits.ts';
import { TEXT_FORMATS } from '../../contract/values.ts';

/** Inputs that several tools share. */

export const mailbox = z
  .string()
  .optional()
  .describe('Mailbox name, address or ID. Optional if there is only one mailbox.');
export const messageId = z.uuid().describe('Message ID.');
export const threadId = z.string().min(1).describe('Thread key: the thread_id of a message.');
export const intent = z
  .string()
  .min(1)
  .max(200)
  .optional()
  .describe(
    'Name of this intent. Repeating a call with the same intent never sends twice from a mailbox (or for the given message or draft), at any time; a different intent always sends anew. Without an intent, an identical call within 15 minutes counts as a repeat.',
  );
export const revises = z
  .uuid()
  .optional()
  .describe(
    'ID of your denied message of which this is a new version. A person decides about it again. Attach files again.',
  );
/** An address, or several. */
export const to = z.union([z.string().min(3), z.array(z.string().min(3)).min(1)]);
const others = z.array(z.string().min(3)).optional();
export const copies = { cc: others, bcc: others };
export const keepUnread = z
  .boolean()
  .optional()
  .describe('Leave the answered message unread. By default it is marked as read.');
export const limit = z.int().min(1).max(50).optional().describe('Maximum number of results. Default: 20.');
export const DEFAULT_LIMIT = 20;

/** Clients time longer calls out; waiting again with `since` misses nothing. */
const LONGEST_WAIT_SECONDS = LIMITS.waitSeconds.max;
export const timeoutSeconds = z
  .int()
  .min(LIMITS.waitSeconds.min)
  .max(LONGEST_WAIT_SECONDS)
  .default(LONGEST_WAIT_SECONDS)
  .describe(`Maximum wait in seconds.`);
export const since = z.iso.datetime({ offset: true }).optional();
export const senderPart = z.string().optional().describe('Only messages whose sender contains this text.');

export const codeKind = z
  .enum(CODE_KINDS)
  .default('otp')
  .describe('`otp` for a one-time code, `link` for a link that signs in or confirms, `any` for either.');

export const includeAutomatic = z
  .boolean()
  .optional()
  .describe('Also return automatic answers, mail of lists and bounces.');

/** Labels by which messages are chosen. */
export const marks = {
  label: z.string().optional().describe('Only messages with this label, or all of several with commas.'),
  without_label: z.string().optional().describe('Only messages without this label.'),
  tag: z.string().optional().describe('Only messages to the mailbox address with +tag.'),
};

/** Asks for `extracted` in each message. */
export const extract = z
  .array(z.enum(['otp', 'links']))
  .min(1)
  .optional()
  .describe('Also returns the one-time code, the links, or both, in `extracted`.');

/** The query parameter for it. */
export function extractQuery(asked: readonly string[] | undefined): { extract?: string } {
  return asked === undefined ? {} : { extract: asked.join(',') };
}

/** As `extractQuery`, with the words that each message adds. */
export function newWordsQuery(asked: readonly string[] = []): { extract: string } {
  return { extract: [...asked, 'reply'].join(',') };
}

export const whole = z
  .boolean()
  .optional()
  .describe('Also return the text of quoted history and signatures.');
export const bodyFormat = z
  .enum(TEXT_FORMATS)
  .optional()
  .describe('`markdown` keeps headings, lists, tables and links of HTML. Default: text.');

/** The query for messages that a model reads: inbound ones in blocks. */
export const readableQuery = ({
  body_format,
}: {
  body_format?: (typeof TEXT_FORMATS)[number] | undefined;
}) => ({
  blocks: true as const,
  ...(body_format && { body_format }),
});
