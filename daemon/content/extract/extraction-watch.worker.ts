import { parentPort } from 'node:worker_threads';
import { OUT_OF_MEMORY, OUT_OF_TIME, type WatchedTask } from './messages.ts';

/** Limit of the extracting process's resident memory, in bytes. */
const MAX_RESIDENT = 700_000_000;
const ROUND = 50;

const parent = process.ppid;
let endsAt = Number.POSITIVE_INFINITY;

/** Milliseconds of processor time of this process. */
function used(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

parentPort?.on('message', (task: WatchedTask) => {
  endsAt = task === null ? Number.POSITIVE_INFINITY : used() + task.cpu;
});

/** Readers block their own thread for seconds, so only another thread can stop them. */
setInterval(() => {
  const orphaned = process.ppid !== parent;
  if (orphaned || process.memoryUsage.rss() > MAX_RESIDENT) process.kill(process.pid, OUT_OF_MEMORY);
  if (used() > endsAt) process.kill(process.pid, OUT_OF_TIME);
}, ROUND);
