import { type ChildProcess, fork } from 'node:child_process';
import {
  type DocumentSource,
  type ExtractionAnswer,
  type ExtractionTask,
  OUT_OF_MEMORY,
  OUT_OF_TIME,
  type TimedOut,
  type TimeLimits,
} from './messages.ts';
import type { DocumentKind, Extraction, FailureCode } from './outcome.ts';

/** Heap of the process, MB. */
const HEAP = 256;
/** Permissions: a document that takes over the process can't write, start programs or load native code. */
const CONFINED = ['--permission', '--allow-fs-read=*', '--allow-worker', `--max-old-space-size=${HEAP}`];

const TIMED_OUT: TimedOut = { timedOut: true };

/** Failures by the watcher's signals; a full heap aborts. */
const DEATHS: Partial<Record<NodeJS.Signals, FailureCode>> = {
  [OUT_OF_TIME]: 'time_limit',
  [OUT_OF_MEMORY]: 'memory_limit',
  SIGABRT: 'memory_limit',
};

interface RunningExtraction {
  readonly number: number;
  readonly resolve: (extraction: Extraction) => void;
}

/**
 * The process that extracts documents, one after the other. It starts on demand. A document that exceeds its
 * time or memory ends it, and the next document starts another.
 */
export class DocumentProcess {
  readonly #tell: (pid: number | null) => void;
  #process: ChildProcess | null = null;
  #running: RunningExtraction | null = null;
  #line: Promise<unknown> = Promise.resolve();
  #number = 0;

  /** `tell` is called with the process id at each start, and with null at each end. */
  constructor(tell: (pid: number | null) => void) {
    this.#tell = tell;
  }

  extract(
    kind: DocumentKind,
    source: DocumentSource,
    { cpu, timeout, extent = 'shown' }: TimeLimits,
  ): Promise<Extraction | TimedOut> {
    const deadline = performance.now() + timeout;
    const turn = this.#line.then(() => {
      const left = deadline - performance.now();
      return left <= 0 ? TIMED_OUT : this.#run(kind, source, { cpu, timeout: left, extent });
    });
    this.#line = turn;
    return turn;
  }

  async #run(
    kind: DocumentKind,
    source: DocumentSource,
    { cpu, timeout, extent }: Required<TimeLimits>,
  ): Promise<Extraction | TimedOut> {
    const child = this.#ready();
    const number = ++this.#number;
    const ended = new Promise<Extraction>((resolve) => {
      this.#running = { number, resolve };
    });
    let isTimedOut = false;
    const timer = setTimeout(() => {
      isTimedOut = true;
      child.kill('SIGKILL');
    }, timeout);
    const task: ExtractionTask = { number, kind, source, cpu, extent };
    child.send(task, (error) => {
      if (error) child.kill('SIGKILL');
    });
    const extraction = await ended;
    clearTimeout(timer);
    this.#running = null;
    return isTimedOut ? TIMED_OUT : extraction;
  }

  #ready(): ChildProcess {
    if (this.#process) return this.#process;
    const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
    const child = fork(new URL(`./extraction.worker.${extension}`, import.meta.url), {
      serialization: 'advanced',
      execArgv: CONFINED,
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#process = child;
    this.#tell(child.pid ?? null);
    child.on('message', ({ number, extraction }: ExtractionAnswer) => {
      if (this.#running?.number === number) this.#running.resolve(extraction);
    });
    child.once('error', () => this.#lost(child, 'crashed'));
    child.once('exit', (_code, signal) => this.#lost(child, DEATHS[signal ?? 'SIGHUP'] ?? 'crashed'));
    return child;
  }

  #lost(child: ChildProcess, failed: FailureCode): void {
    if (this.#process !== child) return;
    this.#process = null;
    this.#tell(null);
    this.#running?.resolve({ failed });
  }
}
