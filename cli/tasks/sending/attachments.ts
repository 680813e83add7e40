import { basename } from 'node:path';
import type { stageAttachment } from '../../../shared/contract/staged-attachments.ts';
import type { CommandContext } from '../../context.ts';
import { texts } from '../../input/options/kinds.ts';
import { readBytes } from '../../machine/home/read-file.ts';

export const attachFlag = texts('--attach <FILE>', 'Attach a file. May be repeated.');

interface LocalFile {
  readonly filename: string;
  readonly declaredType: null;
  readonly content: Uint8Array;
}

/** Reads files; an unreadable one ends the command before anything is sent. */
export function readFiles(paths: readonly string[]): Promise<LocalFile[]> {
  return Promise.all(paths.map(readUpload));
}

/** Reads a file for an upload. */
export async function readUpload(path: string): Promise<LocalFile> {
  return { filename: basename(path), declaredType: null, content: await readBytes(path) };
}

/** Uploads files for a message one after the other; returns their IDs. */
export async function stageFiles(
  context: CommandContext,
  { files, mailbox }: { readonly files: readonly LocalFile[]; readonly mailbox: string },
  endpoint: typeof stageAttachment,
): Promise<string[]> {
  const ids: string[] = [];
  for (const file of files) {
    const client = await context.client();
    const staged = await client.call(endpoint, { body: { mailbox_id: mailbox, file } });
    ids.push(staged.id);
  }
  return ids;
}
