import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { writeTrouble } from './write-trouble.ts';

/** Writes an answer as it comes to a file of your own; an answer that breaks off leaves no file. */
export async function writeStream(file: string, response: Response): Promise<number> {
  const unfinished = `${file}.new`;
  const sink = createWriteStream(unfinished, { mode: 0o600 });
  try {
    await pipeline(bodyOf(response), sink);
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw writeTrouble(file, error);
  }
  return sink.bytesWritten;
}

async function* bodyOf(response: Response): AsyncGenerator<Uint8Array> {
  const reader = response.body?.getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) yield part.value;
}
