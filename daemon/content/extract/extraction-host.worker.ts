import { constants, platform, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { DocumentProcess } from './document-process.ts';
import type { HostAnswer, HostTask } from './messages.ts';

/**
 * Starting a process blocks its thread, for up to 100 ms on a busy machine, so this thread does nothing else.
 */

// On Linux priority is per thread, and child processes inherit it with all of their threads.
if (platform() === 'linux') setPriority(constants.priority.PRIORITY_LOW);

const tell = (answer: HostAnswer) => parentPort?.postMessage(answer);
const documents = new DocumentProcess((pid) => tell({ pid }));

parentPort?.on('message', ({ number, kind, source, limits }: HostTask) => {
  void documents.extract(kind, source, limits).then((extraction) => tell({ number, extraction }));
});
