import { parentPort } from 'node:worker_threads';
import { OUT_OF_MEMORY, OUT_OF_TIME, type WatchedTask } from './messages.ts';

/** Resident bytes of the process that reads documents; a document that needs more ends it. */
const MAX_RESIDENT = 700_000_000;
const ROUND = 50;

const parent = process.ppid;
let endsAt = Number.POSITIVE_INFINITY;

/** Milliseconds of processor time that this process has used. */
function used(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

parentPort?.on('message', (task: WatchedTask) => {
  endsAt = task === null ? Number.POSITIVE_INFINITY : used() + task.cpu;
});

/** Readers run for seconds without a pause, so nothing in their own thread can stop them. */
setInterval(() => {
  const orphaned = process.ppid !== parent;
  if (orphaned || process.memoryUsage.rss() > MAX_RESIDENT) process.kill(process.pid, OUT_OF_MEMORY);
  if (used() > endsAt) process.kill(process.pid, OUT_OF_TIME);
}, ROUND);
