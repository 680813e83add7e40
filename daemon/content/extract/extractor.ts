import { Worker } from 'node:worker_threads';
import type { DocumentSource, HostAnswer, HostTask, TimedOut, TimeLimits } from './messages.ts';
import type { DocumentKind, Extraction } from './outcome.ts';

export type { TimedOut } from './messages.ts';

/** Idle milliseconds after which thread and process end. */
const IDLE = 30_000;
const TIMED_OUT: TimedOut = { timedOut: true };

/**
 * Extracts documents one after the other, in a process that a thread manages. Both run only while there is
 * work.
 */
export class Extractor {
  #host: Worker | null = null;
  #pid: number | null = null;
  readonly #waiting = new Map<number, (extraction: Extraction | TimedOut) => void>();
  #number = 0;
  #idleTimer: NodeJS.Timeout | undefined;
  #closed = false;

  /** Extracts the text of a document, or reports that the deadline passed first. */
  extract(kind: DocumentKind, source: DocumentSource, limits: TimeLimits): Promise<Extraction | TimedOut> {
    if (this.#closed) return Promise.resolve(TIMED_OUT);
    clearTimeout(this.#idleTimer);
    const host = this.#started();
    const number = ++this.#number;
    return new Promise((resolve) => {
      this.#waiting.set(number, resolve);
      host.postMessage({ number, kind, source, limits } satisfies HostTask);
    });
  }

  /** Stops at once; unread documents are left for later. */
  close(): void {
    this.#closed = true;
    this.#end(TIMED_OUT);
  }

  /** Process id, for tests that end it. */
  get pid(): number | undefined {
    return this.#pid ?? undefined;
  }

  #started(): Worker {
    if (this.#host) return this.#host;
    const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
    const host = new Worker(new URL(`./extraction-host.worker.${extension}`, import.meta.url));
    this.#host = host;
    host.on('message', (answer: HostAnswer) => this.#heard(answer));
    const lost = () => {
      if (this.#host === host) this.#end({ failed: 'crashed' });
    };
    host.once('error', lost);
    host.once('exit', lost);
    return host;
  }

  #heard(answer: HostAnswer): void {
    if ('pid' in answer) {
      this.#pid = answer.pid;
      return;
    }
    const resolve = this.#waiting.get(answer.number);
    this.#waiting.delete(answer.number);
    resolve?.(answer.extraction);
    if (this.#waiting.size === 0) this.#idleTimer = setTimeout(() => this.#end(TIMED_OUT), IDLE).unref();
  }

  /** Ends process and thread; every pending call gets this answer. */
  #end(answer: Extraction | TimedOut): void {
    clearTimeout(this.#idleTimer);
    const host = this.#host;
    this.#host = null;
    if (this.#pid !== null) kill(this.#pid);
    this.#pid = null;
    void host?.terminate();
    for (const resolve of this.#waiting.values()) resolve(answer);
    this.#waiting.clear();
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended already.
  }
}
