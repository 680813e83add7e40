import { constants, platform, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { DocumentProcess } from './document-process.ts';
import type { HostAnswer, HostTask } from './messages.ts';

/** Starting a process stops the thread that does it, on a busy machine for a tenth of a second; this one has nothing else to do. */

// On Linux this is about one thread, and what it starts comes into the world with the same priority, helpers of V8 included.
if (platform() === 'linux') setPriority(constants.priority.PRIORITY_LOW);

const tell = (answer: HostAnswer) => parentPort?.postMessage(answer);
const documents = new DocumentProcess((pid) => tell({ pid }));

parentPort?.on('message', ({ number, kind, source, patience }: HostTask) => {
  void documents.extract(kind, source, patience).then((extraction) => tell({ number, extraction }));
});
