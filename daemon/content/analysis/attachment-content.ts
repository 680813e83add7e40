import { createHash } from 'node:crypto';
import { move } from 'piscina';
import { parseMessage } from '../mime/parse.ts';

/** Requests the bytes of an attachment. */
export interface AttachmentContentTask {
  /** The raw message, or the bytes of a file that was uploaded. */
  readonly stored: Uint8Array;
  /** Position in the message; null when `stored` is the file. */
  readonly position: number | null;
  /** SHA-256 of the scanned bytes, hex. */
  readonly hash: string;
}

/** Returns the bytes that were scanned; rejects when they differ now. */
export async function attachmentContent(task: AttachmentContentTask): Promise<Uint8Array> {
  const copy = Uint8Array.from(await scannedContent(task));
  return move(copy) as unknown as Uint8Array;
}

/** As `attachmentContent`, for use in this thread. */
export async function scannedContent({ stored, position, hash }: AttachmentContentTask): Promise<Uint8Array> {
  const content = position === null ? stored : (await parseMessage(stored)).attachments[position]?.content;
  if (!content) throw new Error('the message has no such attachment');
  if (createHash('sha256').update(content).digest('hex') !== hash) {
    throw new Error('an attachment differs from the scanned one');
  }
  return content;
}
