import { z } from 'zod';
import { LIMITS } from '../../contract/limits.ts';
import { stageAttachment, stagedAttachment } from '../../contract/staged-attachments.ts';
import { ToolError, tool } from '../tool.ts';
import { mailbox } from './inputs.ts';

/** Leaves room for the rest of the call in a request. */
const CONTENT_CHARACTERS = LIMITS.requestBodyBytes * 0.75;

const attach = tool({
  name: 'attach_file',
  title: 'Attach a file',
  description:
    'Upload a file for `attachment_ids` of one message, as `text` or as `base64`, where the mailbox\n' +
    'allows it.',
  effect: 'writes',
  untrusted: false,
  input: {
    mailbox,
    filename: z.string().min(1).max(255),
    text: z.string().max(CONTENT_CHARACTERS).optional(),
    base64: z.string().max(CONTENT_CHARACTERS).optional(),
  },
  output: () =>
    stagedAttachment.pick({
      ...{ id: true, filename: true, content_type: true, size: true },
      ...{ content_scan_status: true, expires_at: true },
    }),
  run: async (session, { filename, text, base64, ...input }) => {
    const content = contentOf(text, base64);
    const mailbox_id = await session.mailbox(input.mailbox);
    return session.call(stageAttachment, {
      body: { mailbox_id, file: { filename, declaredType: null, content } },
    });
  },
});

function contentOf(text: string | undefined, base64: string | undefined): Uint8Array {
  if (text !== undefined && base64 === undefined) return new TextEncoder().encode(text);
  if (base64 === undefined || text !== undefined) throw invalid('Give exactly one of text and base64.');
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    throw invalid("base64: isn't valid base64.");
  }
}

function invalid(message: string): ToolError {
  return new ToolError({ message, code: 'VALIDATION_ERROR' });
}

export const FILES = [attach];
