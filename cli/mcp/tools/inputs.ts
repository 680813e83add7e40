import { z } from 'zod';
import { EXTRACTS } from '../../../shared/contract/limits.ts';

/** Inputs that several tools share. */

export const mailbox = z
  .string()
  .optional()
  .describe('Mailbox name, address or ID. Not needed if there is only one.');
export const messageId = z.uuid().describe('Message ID.');
export const threadId = z.string().min(1).describe('Thread ID: the thread_id of a message.');
export const intent = z
  .string()
  .min(1)
  .max(200)
  .optional()
  .describe(
    'Identifies this send. The same intent never sends twice from a mailbox (or for the same message or draft), ' +
      'whenever it is repeated; a different intent always sends. ' +
      'Without it, an identical call within 15 minutes counts as a repeat.',
  );
export const limit = z.int().min(1).max(50).optional().describe('Maximum number of results. Default: 20.');
export const DEFAULT_LIMIT = 20;

/** Asks for `extracted` in each message. */
export const extract = z
  .array(z.enum(EXTRACTS))
  .min(1)
  .optional()
  .describe('Also extract the one-time code, the links, or both, into `extracted`.');

/** The query parameter for it. */
export function extractQuery(asked: readonly string[] | undefined): { extract?: string } {
  return asked === undefined ? {} : { extract: asked.join(',') };
}
