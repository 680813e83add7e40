import { readFile } from 'node:fs/promises';
import { constants, platform, setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { parseMessage } from '../mime/parse.ts';
import { extract } from './extract.ts';
import type { DocumentSource, ExtractionAnswer, ExtractionTask, WatchedTask } from './messages.ts';
import type { Extraction } from './outcome.ts';

/**
 * Entry of the extracting process. A crash or takeover leaves the daemon alone. A separate thread watches
 * memory that readers allocate outside the heap, which no thread limit covers.
 */

// On Linux it inherits a lower priority, which only root may raise.
if (platform() !== 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
const watcher = new Worker(new URL(`./extraction-watch.worker.${extension}`, import.meta.url));

process.on('disconnect', () => process.exit());
process.on('message', (task: ExtractionTask) => void answer(task));

async function answer({ number, kind, source, cpu, extent }: ExtractionTask): Promise<void> {
  watcher.postMessage({ cpu } satisfies WatchedTask);
  const extraction = await extracted(async () => extract(kind, await contentOf(source), extent));
  watcher.postMessage(null satisfies WatchedTask);
  process.send?.({ number, extraction } satisfies ExtractionAnswer);
}

/** Any error of a reader means a malformed document: its input is hostile. */
async function extracted(work: () => Promise<Extraction>): Promise<Extraction> {
  try {
    return await work();
  } catch {
    return { failed: 'malformed' };
  }
}

async function contentOf(source: DocumentSource): Promise<Uint8Array> {
  if ('content' in source) return source.content;
  const raw = typeof source.message === 'string' ? await readFile(source.message) : source.message;
  const { attachments } = await parseMessage(raw);
  const attachment = attachments[source.position];
  if (!attachment) throw new Error('the message has no such attachment');
  return attachment.content;
}
