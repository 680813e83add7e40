import { type ChildProcess, fork } from 'node:child_process';
import {
  type DocumentSource,
  type ExtractionAnswer,
  type ExtractionTask,
  OUT_OF_MEMORY,
  OUT_OF_TIME,
} from './messages.ts';
import type { DocumentKind, Extraction, FailureCode } from './outcome.ts';

/** Heap of the process, MB. */
const HEAP = 256;
/** Milliseconds that it stays when it has nothing to do. */
const IDLE = 30_000;
/** What it may not do, should a document take it over: write, start programs, load native code. */
const CONFINED = ['--permission', '--allow-fs-read=*', '--allow-worker', `--max-old-space-size=${HEAP}`];

/** Nothing was read yet when the patience ended. */
export type Late = { readonly late: true };
const LATE: Late = { late: true };

/** What the watcher kills the process for; a heap that is full aborts. */
const DEATHS: Partial<Record<NodeJS.Signals, FailureCode>> = {
  [OUT_OF_TIME]: 'time_limit',
  [OUT_OF_MEMORY]: 'memory_limit',
  SIGABRT: 'memory_limit',
};

interface Running {
  readonly number: number;
  readonly resolve: (extraction: Extraction) => void;
}

/**
 * Reads documents in a process of its own, one after the other. It is started when there is something to read; a document
 * that takes too long or too much memory ends it, and the next one gets a new one.
 */
export class Extractor {
  #process: ChildProcess | null = null;
  #running: Running | null = null;
  #line: Promise<unknown> = Promise.resolve();
  #number = 0;
  #idleTimer: NodeJS.Timeout | undefined;
  #closed = false;

  /**
   * The text of a document, with at most `cpu` milliseconds of work. `patience` bounds the time in line and the reading
   * together, in milliseconds: when it ends first, the document is left for later.
   */
  extract(
    kind: DocumentKind,
    source: DocumentSource,
    { cpu, patience }: { readonly cpu: number; readonly patience: number },
  ): Promise<Extraction | Late> {
    const giveUpAt = performance.now() + patience;
    const turn = this.#line.then(async (): Promise<Extraction | Late> => {
      const left = giveUpAt - performance.now();
      if (left <= 0 || this.#closed) return LATE;
      const extraction = await this.#run(kind, source, cpu, left);
      return this.#closed ? LATE : extraction;
    });
    this.#line = turn;
    return turn;
  }

  /** Ends the process at once; what it was reading is left for later. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#idleTimer);
    this.#process?.kill('SIGKILL');
  }

  /** Id of the process that reads, for tests that end it. */
  get pid(): number | undefined {
    return this.#process?.pid;
  }

  async #run(
    kind: DocumentKind,
    source: DocumentSource,
    cpu: number,
    patience: number,
  ): Promise<Extraction | Late> {
    clearTimeout(this.#idleTimer);
    const child = this.#started();
    const number = ++this.#number;
    const ended = new Promise<Extraction>((resolve) => {
      this.#running = { number, resolve };
    });
    let outOfPatience = false;
    const timer = setTimeout(() => {
      outOfPatience = true;
      child.kill('SIGKILL');
    }, patience);
    const task: ExtractionTask = { number, kind, source, cpu };
    child.send(task, (error) => {
      if (error) child.kill('SIGKILL');
    });
    const extraction = await ended;
    clearTimeout(timer);
    this.#running = null;
    if (this.#process) this.#idleTimer = setTimeout(() => this.#rest(), IDLE).unref();
    return outOfPatience ? LATE : extraction;
  }

  #rest(): void {
    const child = this.#process;
    this.#process = null;
    child?.kill('SIGKILL');
  }

  #started(): ChildProcess {
    if (this.#process) return this.#process;
    const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
    const child = fork(new URL(`./extraction.worker.${extension}`, import.meta.url), {
      serialization: 'advanced',
      execArgv: CONFINED,
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#process = child;
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
    this.#running?.resolve({ failed });
  }
}
