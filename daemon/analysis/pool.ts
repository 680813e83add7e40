import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import { MB } from '../../shared/contract/limits.ts';
import type { Scan } from '../../shared/contract/scan.ts';
import type { ScanFileReport } from '../../shared/contract/scan-file.ts';
import type { SignatureReport, SignatureTask } from '../inbound/authentication/signatures.ts';
import type { HtmlOutcome, HtmlTask } from '../outbound/html/sanitize.ts';
import type { ExamineTask } from '../scanning/file/examine.ts';
import { SECOND } from '../system/clock.ts';
import type { Log } from '../system/log.ts';
import type { AttachmentContentTask } from './attachment-content.ts';
import type { AttachmentTextsTask } from './attachment-texts.ts';
import { incompleteExamination, incompleteInbound, incompleteScan, incompleteTexts } from './incomplete.ts';
import type { LocatedFinding, LocateTask } from './locate.ts';
import type {
  AnalysisCall,
  InboundResult,
  InboundTask,
  OutboundTask,
  ScanResult,
  StagedResult,
  StagedTask,
} from './tasks.ts';
import { TimeLimit } from './time-limit.ts';
import { type Slots, Turns } from './turns.ts';

/** One thread is left to the requests. */
const MAX_THREADS = 4;
/** Bytes beyond which a task is large: HTML of a megabyte takes about a third of a second. */
export const LARGE_TASK = 1 * MB;
/** Milliseconds that a thread beyond the first is kept without work; starting one takes about a second. */
const IDLE_TIME = 10 * SECOND;
/** Heap of one thread, MB; a message that needs more ends its thread and is held. */
const THREAD_HEAP = 256;
/** MB for what is short-lived. Left to itself V8 took 67, and scans were no faster. */
const THREAD_NURSERY = 24;
/** For HTML of a letter, milliseconds of a thread; a second is usual for a megabyte. */
const SANITIZE_TIMEOUT = 10_000;

interface Weight {
  /** Who takes turns with others; the kind of task where nothing else is named. */
  readonly party?: string;
  /** Of what is looked at. */
  readonly bytes: number;
  /** Milliseconds. */
  readonly timeout?: number;
}

/** Told of the start of a task; what it returns is called at its end. */
export type TaskTimer = (task: string) => (outcome: 'done' | 'failed') => void;

/** Threads that read and scan messages, each task with a limit of the time that its thread may use. */
export class AnalysisPool {
  readonly #pool: Piscina;
  readonly #timeout: number;
  readonly #log: Log;
  readonly #taskStarted: TaskTimer;
  readonly #turns: Turns;
  #isWorking = true;

  /** `timeout` in milliseconds of a thread, for one message. */
  constructor(timeout: number, log: Log, taskStarted: TaskTimer = () => () => undefined) {
    this.#timeout = timeout;
    this.#log = log;
    this.#taskStarted = taskStarted;
    this.#turns = new Turns(this.#slots);
    const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
    this.#pool = new Piscina({
      filename: new URL(`./analysis.worker.${extension}`, import.meta.url).href,
      minThreads: 1,
      maxThreads: this.#slots.all,
      idleTimeout: IDLE_TIME,
      // Taking mail and answering requests go before reading it: where there are too few cores, this yields.
      niceIncrement: 10,
      // A waiting thread that blocks on atomics answers faster, but cannot be woken by its own I/O.
      atomics: 'disabled',
      resourceLimits: { maxOldGenerationSizeMb: THREAD_HEAP, maxYoungGenerationSizeMb: THREAD_NURSERY },
    });
    // A thread that dies between tasks, or while loading; running tasks get their own rejection.
    this.#pool.on('error', (error) => log.error({ err: error }, 'an analysis thread failed'));
  }

  /** False after a task that broke off, until one succeeds; one that took too long was perhaps made to. */
  get isWorking(): boolean {
    return this.#isWorking;
  }

  /** How many small messages, and how many large ones, it makes sense to work on at once. */
  get threads(): Pick<Slots, 'small' | 'large'> {
    return this.#slots;
  }

  /** Where there is one thread, large tasks have a second one to themselves, which starts when one comes. */
  get #slots(): Slots {
    const small = Math.max(1, Math.min(MAX_THREADS, availableParallelism() - 1));
    const all = Math.max(2, small);
    return { all, small, large: all - 1 };
  }

  /** Results in the order of the tasks. When a batch fails, each is tried alone, so that one message does not hold others. */
  async inbound(tasks: readonly InboundTask[]): Promise<InboundResult[]> {
    if (tasks.length === 0) return [];
    const bytes = tasks.reduce((sum, { size }) => sum + size, 0);
    const outcome = await this.#run<InboundResult[]>('inbound', tasks, { bytes });
    if ('result' in outcome) return outcome.result;
    const { failure, milliseconds } = outcome;
    if (tasks.length === 1) return [{ ...incompleteInbound(failure), milliseconds }];
    const single = await Promise.all(tasks.map((task) => this.inbound([task])));
    return single.flat();
  }

  /** `party`, as the account, takes turns with others. */
  async outbound(task: OutboundTask, party: string): Promise<ScanResult> {
    const bytes = task.text.length + (task.html?.length ?? 0);
    const outcome = await this.#run<ScanResult>('outbound', task, { party, bytes });
    return 'failure' in outcome ? incompleteScan(outcome.failure) : outcome.result;
  }

  /** Null when the scan did not end. */
  async staged(task: StagedTask): Promise<StagedResult | null> {
    const outcome = await this.#run<StagedResult>('staged', task, {
      bytes: task.content.length + (task.text?.length ?? 0),
    });
    return 'failure' in outcome ? null : outcome.result;
  }

  /** Rejects when the check did not end. */
  async signatures(task: SignatureTask): Promise<SignatureReport> {
    const outcome = await this.#run<SignatureReport>('signatures', task, { bytes: task.raw.length });
    if ('failure' in outcome) throw new Error(outcome.failure);
    return outcome.result;
  }

  /** HTML made safe, or null when that is not possible: nothing of it may be used then. */
  async sanitize(task: HtmlTask): Promise<HtmlOutcome | null> {
    const outcome = await this.#run<HtmlOutcome>('sanitize', task, {
      bytes: task.source.length,
      timeout: SANITIZE_TIMEOUT,
    });
    return 'result' in outcome ? outcome.result : null;
  }

  async attachmentTexts(task: AttachmentTextsTask): Promise<Scan> {
    const bytes = task.texts.reduce((sum, { text }) => sum + text.length, 0);
    const outcome = await this.#run<Scan>('attachmentTexts', task, { bytes });
    if ('result' in outcome) return outcome.result;
    return incompleteTexts(
      outcome.failure,
      task.texts.map(({ index }) => index),
    );
  }

  /** The verdict on a message of no mailbox, with its findings marked. */
  async examine(task: ExamineTask): Promise<ScanFileReport> {
    const outcome = await this.#run<ScanFileReport>('examine', task, { bytes: task.raw.length });
    return 'failure' in outcome
      ? incompleteExamination(task.scope.direction, outcome.failure)
      : outcome.result;
  }

  /** Where things are found in a message that was scanned before; empty when the look did not end. */
  async locate(task: LocateTask): Promise<LocatedFinding[]> {
    const outcome = await this.#run<LocatedFinding[]>('locate', task, {
      bytes: task.text.length + (task.html?.length ?? 0),
    });
    return 'result' in outcome ? outcome.result : [];
  }

  /** The bytes of an attachment as they were scanned; null when they could not be taken out. */
  async attachmentContent(task: AttachmentContentTask): Promise<Uint8Array | null> {
    const outcome = await this.#run<Uint8Array>('attachmentContent', task, { bytes: task.stored.length });
    return 'result' in outcome ? outcome.result : null;
  }

  async close(): Promise<void> {
    await this.#pool.destroy();
  }

  /** Waits for a turn, then runs the task; its time limit begins with it. */
  async #run<T>(
    name: string,
    task: unknown,
    { party = name, bytes, timeout = this.#timeout }: Weight,
  ): Promise<{ result: T } | { failure: string; milliseconds: number }> {
    const turnOver = await this.#turns.take(party, bytes > LARGE_TASK ? 'large' : 'small');
    const began = performance.now();
    const limit = new TimeLimit(timeout, () => this.#pool.threads);
    const call: AnalysisCall = { name, task, ticket: limit.ticket };
    const ended = this.#taskStarted(name);
    try {
      const result = (await this.#pool.run(call, { signal: limit.signal })) as T;
      this.#isWorking = true;
      ended('done');
      return { result };
    } catch (error) {
      ended('failed');
      this.#log.warn({ err: error, task: name }, 'a message could not be analysed');
      const late = limit.signal.aborted;
      if (!late) this.#isWorking = false;
      const failure = `The scan ${late ? 'took too long' : 'broke off'} and is incomplete.`;
      return { failure, milliseconds: performance.now() - began };
    } finally {
      limit.stop();
      turnOver();
    }
  }
}
