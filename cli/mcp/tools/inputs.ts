import { z } from 'zod';
import { EXTRACTS } from '../../../shared/contract/limits.ts';

/** Inputs that several tools share. */

export const mailbox = z
  .string()
  .optional()
  .describe('Name, address or id of the mailbox. Not needed when there is only one.');
export const messageId = z.uuid().describe('Id of the message.');
export const threadId = z.string().min(1).describe('Key of the thread, as thread_id of a message says it.');
export const intent = z
  .string()
  .min(1)
  .max(200)
  .optional()
  .describe(
    'Names this wish. The same intent never sends twice from a mailbox (or for the message or draft that is named), ' +
      'whenever it is repeated; another one always counts as new. ' +
      'Without it, the same call again within 15 minutes counts as a repetition.',
  );
export const limit = z.int().min(1).max(50).optional().describe('How many at most. Default: 20.');
export const DEFAULT_LIMIT = 20;

/** Asks for `extracted` in each message. */
export const extract = z
  .array(z.enum(EXTRACTS))
  .min(1)
  .optional()
  .describe('Also extracts the one-time code, the links, or both, into `extracted`.');

/** The query parameter for it. */
export function extractQuery(asked: readonly string[] | undefined): { extract?: string } {
  return asked === undefined ? {} : { extract: asked.join(',') };
}
