import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { CommandContext } from '../../context.ts';
import { writeTrouble } from './write-trouble.ts';

/**
 * Writes an answer as it comes to a file of your own; an answer that breaks off leaves no file. `seen` is
 * called with the number of bytes so far.
 */
export async function writeStream(
  file: string,
  response: Response,
  seen: (bytes: number) => void = () => undefined,
): Promise<number> {
  const unfinished = `${file}.new`;
  const sink = createWriteStream(unfinished, { mode: 0o600 });
  try {
    await pipeline(bodyOf(response, seen), sink);
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw writeTrouble(file, error);
  }
  return sink.bytesWritten;
}

/**
 * Unpacks an answer that is a tar archive into a new folder of your own; an answer that breaks off leaves no
 * folder.
 */
export async function writeFolder(
  folder: string,
  response: Response,
  seen: (bytes: number) => void = () => undefined,
): Promise<number> {
  const unfinished = `${folder}.new`;
  let total = 0;
  const { unpackMaildirs } = await import('./unpack-maildirs.ts');
  try {
    await mkdir(unfinished, { mode: 0o700 });
    const count = (bytes: number) => {
      total = bytes;
      seen(bytes);
    };
    try {
      await unpackMaildirs(unfinished, bodyOf(response, count));
      // Fails for a folder that has something in it.
      await rename(unfinished, folder);
    } catch (error) {
      await rm(unfinished, { recursive: true, force: true });
      throw error;
    }
  } catch (error) {
    throw writeTrouble(folder, error);
  }
  return total;
}

/** Writes an answer to stdout as it comes, byte for byte. */
export async function writeToStdout(context: CommandContext, response: Response): Promise<void> {
  const output = context.world.pipes?.().output;
  if (!output) {
    context.raw(await response.text());
    return;
  }
  try {
    await pipeline(
      bodyOf(response, () => undefined),
      output,
      { end: false },
    );
  } catch (error) {
    // The reader of a pipe may have seen enough, as `head` does.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPIPE')) throw error;
  }
}

async function* bodyOf(response: Response, seen: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  const reader = response.body?.getReader();
  let bytes = 0;
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    bytes += part.value.length;
    seen(bytes);
    yield part.value;
  }
}
