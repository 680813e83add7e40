import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { type Extract, extract } from 'tar-stream';
import { CommandError } from '../../errors.ts';

/** Names that the daemon gives: mailbox, `cur` or `new`, and a file name of time and ID. */
const NAME = /^([a-z0-9][a-z0-9._-]*)\/(?:cur|new)\/[0-9a-z.-]+(?::2,[DFS]+)?$/;

/** Unpacks Maildirs from a tar archive. An archive with any other name is refused. */
export async function unpackMaildirs(folder: string, archive: AsyncIterable<Uint8Array>): Promise<void> {
  const entries = extract();
  await Promise.all([pipeline(archive, entries), writeEntries(folder, entries)]);
}

async function writeEntries(folder: string, entries: Extract): Promise<void> {
  const made = new Set<string>();
  for await (const entry of entries) {
    const { name, type, mtime } = entry.header;
    const mailbox = NAME.exec(name)?.[1];
    if (mailbox === undefined || type !== 'file') {
      throw new CommandError('The archive has an entry that is no message of a Maildir.', {
        exit: 'internal',
        code: 'UNEXPECTED_REPLY',
        details: { name },
      });
    }
    if (!made.has(mailbox)) await makeMaildir(join(folder, mailbox));
    made.add(mailbox);
    const file = join(folder, name);
    await writeFile(file, await buffer(entry), { mode: 0o600, flag: 'wx' });
    if (mtime) await utimes(file, mtime, mtime);
  }
}

async function makeMaildir(folder: string): Promise<void> {
  for (const part of ['cur', 'new', 'tmp']) await mkdir(join(folder, part), { recursive: true, mode: 0o700 });
}
