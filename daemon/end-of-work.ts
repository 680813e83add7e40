import type { Composition } from './compose.ts';
import { handOver, handOverQueued } from './take-over.ts';

/** Milliseconds that running requests, and mail on its way, get to finish when the daemon stops. */
export const GOODBYE_TIME = 5000;

/** Ends the work of a daemon, and leaves what isn't done to other nodes or to the next start. */
export class EndOfWork {
  readonly #composition: Composition;
  readonly #stopSmtp: () => Promise<void>;
  #ended: Promise<void> | null = null;
  #leaving: Promise<boolean> | null = null;

  constructor(composition: Composition, stopSmtp: () => Promise<void>) {
    this.#composition = composition;
    this.#stopSmtp = stopSmtp;
  }

  /** Resolves once everything has ended and is left to others; false if that has to be tried again. */
  async finish(): Promise<boolean> {
    await this.#end();
    // Those that took longer may have begun something.
    await Promise.all(this.#composition.context.requests);
    return this.#leave();
  }

  /** Like `finish`, but doesn't wait long for requests and mail servers. */
  async hurry(): Promise<boolean> {
    const { clock, transport } = this.#composition.context;
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
    const { context, jobs, stop } = this.#composition;
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
    const { context, jobs } = this.#composition;
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
    const { context, jobs } = this.#composition;
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
