import { z } from 'zod';
import { scanVerdict } from './scan.ts';
import { AUTOMATIC_KINDS, BLOCK_TYPES } from './values.ts';

/** A message in pieces, by whose words they are, so that a prompt keeps them apart. */

/** Facts that the service vouches for. Everything else in a message is the word of whoever wrote it. */
export const messageFacts = z.object({
  sender_verified: z.boolean(),
  first_contact: z.boolean(),
  automatic: z.enum(AUTOMATIC_KINDS).nullable(),
  scan: scanVerdict.nullable(),
  instructions_trusted: z.boolean(),
});

export const messageBlock = z.object({
  type: z.enum(BLOCK_TYPES),
  facts: messageFacts.optional(),
  /** Of `words`, `quoted` and `signature`: together they are all of `body.content`, in its order. */
  text: z.string().optional(),
  /** Of `quoted`: the address that the line above it names. The sender wrote that line. */
  attributed_to: z.string().nullable().optional(),
  /** Of `quoted`: words of the sender below answer it. */
  answered: z.literal(true).optional(),
  /** Of `hidden`. */
  passages: z.int().optional(),
  /** Of `attachments`. */
  files: z
    .array(z.object({ filename: z.string().nullable(), content_type: z.string(), size: z.int() }))
    .optional(),
});
export type MessageBlock = z.output<typeof messageBlock>;
