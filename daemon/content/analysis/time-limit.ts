import { threadId, type Worker } from 'node:worker_threads';

/** Polling interval in milliseconds: processor time raises no event. */
const ROUND = 100;

/**
 * Shared with a task's thread: its id (0 until the task starts), then the processor and idle time that the
 * thread had used by then, in milliseconds.
 */
export type Ticket = Float64Array<SharedArrayBuffer>;

export function newTicket(): Ticket {
  return new Float64Array(new SharedArrayBuffer(3 * Float64Array.BYTES_PER_ELEMENT));
}

/** Records the start of a task; called on its thread. */
export function noteStart(ticket: Ticket): void {
  // Node 22 has no `threadCpuUsage`.
  const { user, system } = process.threadCpuUsage?.() ?? { user: 0, system: 0 };
  ticket[1] = (user + system) / 1000;
  ticket[2] = performance.eventLoopUtilization().idle;
  ticket[0] = threadId;
}

/**
 * Aborts a task after its milliseconds of processor time and of waiting for others, as for ClamAV. Waiting
 * for the pool or a processor doesn't count: a busy machine would hold mail for a person that only had to be
 * read later.
 */
export class TimeLimit {
  readonly ticket = newTicket();
  readonly #controller = new AbortController();
  readonly #rounds: NodeJS.Timeout;

  constructor(milliseconds: number, threads: () => readonly Worker[]) {
    const submitted = performance.now();
    this.#rounds = setInterval(async () => {
      const used = (await usedBy(this.ticket, threads())) ?? performance.now() - submitted;
      if (used > milliseconds) this.#controller.abort();
    }, ROUND).unref();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  stop(): void {
    clearInterval(this.#rounds);
  }
}

/** Milliseconds of processor time and of waiting for others; null when Node can't measure a thread. */
async function usedBy(ticket: Ticket, threads: readonly Worker[]): Promise<number | null> {
  const [id = 0, startCpu = 0, startIdle = 0] = ticket;
  if (id === 0) return process.threadCpuUsage === undefined ? null : 0;
  const thread = threads.find((each) => each.threadId === id);
  if (thread === undefined) return 0;
  if (thread.cpuUsage === undefined) return null;
  // Rejects when the thread ended; its task is rejected separately.
  const usage = await thread.cpuUsage().catch(() => null);
  if (usage === null) return 0;
  const { idle } = thread.performance.eventLoopUtilization();
  return (usage.user + usage.system) / 1000 - startCpu + idle - startIdle;
}
