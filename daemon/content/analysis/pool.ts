import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import type { Calendar } from '../../../shared/contract/calendars.ts';
import { MB } from '../../../shared/contract/limits.ts';
import type { Scan } from '../../../shared/contract/scan.ts';
import type { ScanFileReport } from '../../../shared/contract/scan-file.ts';
import { SECOND } from '../../platform/system/clock.ts';
import type { Log } from '../../platform/system/log.ts';
import type { HtmlOutcome, HtmlTask } from '../html/sanitize.ts';
import type { MarkdownBody } from '../reply-text/markdown-body.ts';
import type { AttachmentContentTask } from './attachment-content.ts';
import type { AttachmentTextsTask } from './attachment-texts.ts';
import type { ExamineTask } from './examine-file.ts';
import { incompleteExamination, incompleteInbound, incompleteScan, incompleteTexts } from './incomplete.ts';
import type { LocatedFinding, LocateTask } from './locate.ts';
import { OutboundBatches, sizeOf } from './outbound-batches.ts';
import type { SignatureReport, SignatureTask } from './signatures.ts';
import { type Slots, TaskScheduler } from './task-scheduler.ts';
import type {
  AnalysisCall,
  InboundResult,
  InboundTask,
  OutboundTask,
  ScanResult,
  StagedResult,
  StagedTask,
  WrittenMail,
} from './tasks.ts';
import { TimeLimit } from './time-limit.ts';

/** Leaves a core to requests. */
const MAX_THREADS = 4;
/** Bytes beyond which a task is large: HTML of a megabyte takes about a third of a second. */
export const LARGE_TASK = 1 * MB;
/** Idle time after which a thread beyond the first ends; starting one takes about a second. */
const IDLE_TIME = 10 * SECOND;
/** Heap of one thread, MB; a message that needs more ends its thread and is held. */
const THREAD_HEAP = 256;
/** Heap for short-lived objects, MB. V8's own choice was 67, and scans were no faster. */
const THREAD_NURSERY = 24;
/** Thread time for one message's HTML, in milliseconds; a megabyte usually takes a second. */
const SANITIZE_TIMEOUT = 10_000;

type TaskOutcome<T> = { readonly result: T } | { readonly failure: string; readonly milliseconds: number };

interface Weight {
  /** Size of the input. */
  readonly bytes: number;
  /** Milliseconds. */
  readonly timeout?: number;
}

/** Called when a task starts; the returned function is called when it ends. */
export type TaskTimer = (task: string) => (outcome: 'done' | 'failed') => void;

/** Threads that parse and scan messages, each task with a limit on the time of its thread. */
export class AnalysisPool {
  readonly #pool: Piscina;
  readonly #timeout: number;
  readonly #log: Log;
  readonly #taskStarted: TaskTimer;
  readonly #scheduler: TaskScheduler;
  readonly #outboundBatches: OutboundBatches;
  #isWorking = true;

  /** `timeout` is milliseconds of thread time per message. */
  constructor(timeout: number, log: Log, taskStarted: TaskTimer = () => () => undefined) {
    this.#timeout = timeout;
    this.#log = log;
    this.#taskStarted = taskStarted;
    this.#scheduler = new TaskScheduler(this.#slots);
    this.#outboundBatches = new OutboundBatches({
      parallel: this.#slots.small,
      acquire: () => this.#scheduler.take('outbound', 'small'),
      scan: (tasks) => this.#scanOutbound(tasks),
    });
    const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
    this.#pool = new Piscina({
      filename: new URL(`./analysis.worker.${extension}`, import.meta.url).href,
      minThreads: 1,
      maxThreads: this.#slots.all,
      idleTimeout: IDLE_TIME,
      // Accepting mail and answering requests have precedence when cores are scarce.
      niceIncrement: 10,
      // A thread that waits on atomics answers faster, but its own I/O can't wake it.
      atomics: 'disabled',
      resourceLimits: { maxOldGenerationSizeMb: THREAD_HEAP, maxYoungGenerationSizeMb: THREAD_NURSERY },
    });
    // Threads that die while idle or loading. Running tasks are rejected separately.
    this.#pool.on('error', (error) => log.error({ err: error }, 'analysis thread failed'));
  }

  /** False after a failed task until one succeeds. Timeouts don't count: the input may have caused them. */
  get isWorking(): boolean {
    return this.#isWorking;
  }

  /** Numbers of small and large messages worth processing at once. */
  get threads(): Pick<Slots, 'small' | 'large'> {
    return this.#slots;
  }

  /** With one thread, large tasks have a second one that starts on demand. */
  get #slots(): Slots {
    const small = Math.max(1, Math.min(MAX_THREADS, availableParallelism() - 1));
    const all = Math.max(2, small);
    return { all, small, large: all - 1 };
  }

  /**
   * Results in the order of the tasks. If a batch fails, each task is retried alone, so that one message
   * holds only itself.
   */
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

  /** Outgoing messages that wait for a thread. */
  get waitingOutbound(): number {
    return this.#outboundBatches.waiting;
  }

  /** Small messages travel to a thread together; accounts take turns. */
  async outbound(task: OutboundTask, account: string): Promise<ScanResult> {
    const bytes = sizeOf(task);
    if (bytes <= LARGE_TASK) return this.#outboundBatches.scan(task, account);
    const release = await this.#scheduler.take(account, 'large');
    const [result] = await this.#scanOutbound([task]).finally(release);
    return result as ScanResult;
  }

  /** If a batch fails, each message is retried alone, so that one message holds only itself. */
  async #scanOutbound(tasks: readonly OutboundTask[]): Promise<readonly ScanResult[]> {
    const outcome = await this.#execute<ScanResult[]>('outbound', tasks, this.#timeout);
    if ('result' in outcome) return outcome.result;
    if (tasks.length === 1) return [incompleteScan(outcome.failure)];
    const results: ScanResult[] = [];
    for (const task of tasks) results.push(...(await this.#scanOutbound([task])));
    return results;
  }

  /** Parses a message that is to be sent; null when it can't be read. */
  async parse(raw: Uint8Array): Promise<WrittenMail | null> {
    // A view would be copied with all of the buffer behind it.
    const task = new Uint8Array(raw);
    const outcome = await this.#run<WrittenMail | null>('parse', task, { bytes: raw.length });
    return 'result' in outcome ? outcome.result : null;
  }

  /** Null when the scan didn't end. */
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

  /** Sanitized HTML, or null on failure: none of it may be used then. */
  async sanitize(task: HtmlTask): Promise<HtmlOutcome | null> {
    const outcome = await this.#run<HtmlOutcome>('sanitize', task, {
      bytes: task.source.length,
      timeout: SANITIZE_TIMEOUT,
    });
    return 'result' in outcome ? outcome.result : null;
  }

  /** HTML as Markdown, or null on failure. */
  async markdown(html: string): Promise<MarkdownBody | null> {
    const outcome = await this.#run<MarkdownBody>('markdown', html, {
      bytes: html.length,
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

  /** Scans a message without a mailbox and marks its findings. */
  async examine(task: ExamineTask): Promise<ScanFileReport> {
    const outcome = await this.#run<ScanFileReport>('examine', task, { bytes: task.raw.length });
    return 'failure' in outcome
      ? incompleteExamination(task.scope.direction, outcome.failure)
      : outcome.result;
  }

  /** Positions of findings in a scanned message; empty on failure. */
  async locate(task: LocateTask): Promise<LocatedFinding[]> {
    const outcome = await this.#run<LocatedFinding[]>('locate', task, {
      bytes: task.text.length + (task.html?.length ?? 0),
    });
    return 'result' in outcome ? outcome.result : [];
  }

  /** Bytes of an attachment as scanned; null when they can't be extracted. */
  async attachmentContent(task: AttachmentContentTask): Promise<Uint8Array | null> {
    const outcome = await this.#run<Uint8Array>('attachmentContent', task, { bytes: task.stored.length });
    return 'result' in outcome ? outcome.result : null;
  }

  /** The event of a calendar file as data; null when it can't be read. */
  async calendar(task: AttachmentContentTask): Promise<Calendar | null> {
    const outcome = await this.#run<Calendar | null>('calendar', task, { bytes: task.stored.length });
    return 'result' in outcome ? outcome.result : null;
  }

  async close(): Promise<void> {
    await this.#pool.destroy();
  }

  /** Waits for a thread, then runs the task. */
  async #run<T>(
    name: string,
    task: unknown,
    { bytes, timeout = this.#timeout }: Weight,
  ): Promise<TaskOutcome<T>> {
    const release = await this.#scheduler.take(name, bytes > LARGE_TASK ? 'large' : 'small');
    return this.#execute<T>(name, task, timeout).finally(release);
  }

  /** Runs the task on a free thread. Its time limit begins now. */
  async #execute<T>(name: string, task: unknown, timeout: number): Promise<TaskOutcome<T>> {
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
      this.#log.warn({ err: error, task: name }, 'message not analysed');
      const late = limit.signal.aborted;
      if (!late) this.#isWorking = false;
      const failure = `The scan ${late ? 'timed out' : 'failed'} and is incomplete.`;
      return { failure, milliseconds: performance.now() - began };
    } finally {
      limit.stop();
    }
  }
}
