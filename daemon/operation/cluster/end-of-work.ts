import type { Context } from '../../context.ts';
import type { JobRunner } from '../../platform/jobs/runner.ts';
import { handOver, handOverQueued } from './take-over.ts';

/** Milliseconds that running requests, and mail on its way, get to finish when the daemon stops. */
export const GOODBYE_TIME = 5000;

interface Working {
  readonly context: Context;
  readonly jobs: JobRunner;
  /** Aborts everything that waits when the daemon stops. */
  readonly stop: AbortController;
}

/** Ends the work of a daemon, and leaves what isn't done to other nodes or to the next start. */
export class EndOfWork {
  readonly #working: Working;
  readonly #stopSmtp: () => Promise<void>;
  #ended: Promise<void> | null = null;
  #leaving: Promise<boolean> | null = null;

  constructor(working: Working, stopSmtp: () => Promise<void>) {
    this.#working = working;
    this.#stopSmtp = stopSmtp;
  }

  /** Resolves once everything has ended and is left to others; false if that has to be tried again. */
  async finish(): Promise<boolean> {
    await this.#end();
    // Those that took longer may have begun something.
    await Promise.all(this.#working.context.requests);
    return this.#leave();
  }

  /** Like `finish`, but doesn't wait long for requests and mail servers. */
  async hurry(): Promise<boolean> {
    const { clock, transport } = this.#working.context;
    const cancel = clock.callAfter(GOODBYE_TIME, () => transport.close());
    try {
      await this.#end();
      return await this.#leave();
    } finally {
      cancel();
    }
  }

  #end(): Promise<void> {
    this.#ended ??= this.#endWork();
    return this.#ended;
  }

  /** Begins nothing more, and leaves what waits here without waiting for requests, sends or running jobs. */
  async #endWork(): Promise<void> {
    const { context, jobs, stop } = this.#working;
    const { arriving, pending, outgoing } = context.extraction;
    void context.store.cluster.drain();
    stop.abort();
    context.signals.publishAll('mailbox');
    const accepted = Promise.allSettled([this.#stopSmtp(), endOf(context.requests), context.folders.stop()]);
    for (const extractor of [arriving, pending]) extractor.close();
    await Promise.allSettled([
      context.intake.idle(),
      context.previews.idle(),
      jobs.stop(),
      context.webhooks.stop(),
    ]);
    await this.#leaveQueued();
    await accepted;
    outgoing.close();
    // Mail was accepted until now.
    await this.#leaveQueued();
  }

  async #leaveQueued(): Promise<void> {
    const { context, jobs } = this.#working;
    if (!context.ownRows.isHeld) return;
    await handOverQueued(context, jobs.running).catch((err: unknown) =>
      context.log.warn({ err }, 'queued work not left to others yet'),
    );
  }

  #leave(): Promise<boolean> {
    this.#leaving ??= this.#leaveRest().finally(() => {
      this.#leaving = null;
    });
    return this.#leaving;
  }

  async #leaveRest(): Promise<boolean> {
    const { context, jobs } = this.#working;
    await Promise.allSettled([context.intake.idle(), jobs.idle(), ...context.dispatches]);
    await context.readAudit.flushed();
    // Without the lease, they may be of another daemon with its name.
    if (!(await context.ownRows.hold())) return false;
    await handOver(context);
    await context.ownRows.release();
    return true;
  }
}

/** Waits for running requests, which end when they notice the stop, but not for one that takes longer. */
async function endOf(requests: ReadonlySet<Promise<void>>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, GOODBYE_TIME);
  });
  await Promise.race([Promise.all(requests), tooLong]);
  clearTimeout(timer);
}
