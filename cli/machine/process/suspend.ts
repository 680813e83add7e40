import { setTimeout as pause } from 'node:timers/promises';

/** Long enough for the signal to arrive; a stopped process doesn't count it. */
const ARRIVAL_MS = 100;

/**
 * Stops this process as a shell's Ctrl-Z does, and resolves when it goes on. The launchers around it stop
 * too: the signal is for the whole process group. Where no shell could continue it, the system ignores the
 * signal.
 */
export async function suspend(): Promise<void> {
  process.kill(0, 'SIGTSTP');
  await pause(ARRIVAL_MS);
}
