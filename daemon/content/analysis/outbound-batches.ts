import { RoundRobin } from '../../platform/system/round-robin.ts';
import type { OutboundTask, ScanResult } from './tasks.ts';

/** Messages that travel to a thread together: their results then share a commit. */
const BATCH = 8;
/** Total size of a batch in characters; a longer message travels alone, so it delays only itself. */
const BATCH_CHARACTERS = 32_768;

interface WaitingTask {
  readonly task: OutboundTask;
  readonly size: number;
  readonly resolve: (result: ScanResult) => void;
}

/** Scans of one batch, in the order of the tasks. */
type ScanBatch = (tasks: readonly OutboundTask[]) => Promise<readonly ScanResult[]>;

interface Options {
  /** Batches at once. */
  readonly parallel: number;
  /** Resolves when a thread is free for a batch, with the function that frees it again. */
  readonly acquire: () => Promise<() => void>;
  readonly scan: ScanBatch;
}

/**
 * Collects outgoing messages until a thread is free and scans them in batches. Accounts take turns, so a
 * flood of one doesn't delay the others.
 */
export class OutboundBatches {
  readonly #options: Options;
  readonly #waiting = new RoundRobin<WaitingTask>();
  #batches = 0;
  #scheduled = false;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Messages that wait for a thread. */
  get waiting(): number {
    return this.#waiting.size;
  }

  scan(task: OutboundTask, account: string): Promise<ScanResult> {
    return new Promise((resolve) => {
      const size = sizeOf(task);
      this.#waiting.push(account, { task, size, resolve });
      this.#schedule();
    });
  }

  /** Messages of the same turn of the event loop go together. */
  #schedule(): void {
    if (this.#scheduled || this.#batches >= this.#options.parallel || this.#waiting.size === 0) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#batches++;
      void this.#run().finally(() => {
        this.#batches--;
        this.#schedule();
      });
      this.#schedule();
    });
  }

  async #run(): Promise<void> {
    const release = await this.#options.acquire();
    const batch = this.#takeBatch();
    try {
      if (batch.length === 0) return;
      const results = await this.#options.scan(batch.map(({ task }) => task));
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as ScanResult);
    } finally {
      release();
    }
  }

  #takeBatch(): WaitingTask[] {
    const batch: WaitingTask[] = [];
    let size = 0;
    for (let next = this.#waiting.peek(); next && batch.length < BATCH; next = this.#waiting.peek()) {
      size += next.size;
      if (batch.length > 0 && size > BATCH_CHARACTERS) break;
      batch.push(next);
      this.#waiting.take();
    }
    return batch;
  }
}

/** Characters of a message's text and HTML. */
export function sizeOf({ text, html }: OutboundTask): number {
  return text.length + (html?.length ?? 0);
}
