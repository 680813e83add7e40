import { LIMITS } from '../../../shared/contract/limits.ts';
import { KeptLease } from '../../platform/store/leases.ts';
import { SECOND } from '../../platform/system/clock.ts';
import { retryAfter } from '../../platform/system/schedule-retry.ts';
import type { RulesContext } from '../../rules/context.ts';
import { attemptDelivery, DueDeliveries } from './attempt.ts';
import { AttemptBatches } from './attempt-batches.ts';
import { Keyring } from './keyring.ts';

/** Deliveries that are read ahead. */
const PAGE = 64;
/** Finished attempts that may wait to be stored. */
const MAX_UNRECORDED = 64;
/** Pause after an internal failure, so that a full disk doesn't cause a busy loop. */
const PAUSE = 30 * SECOND;

/**
 * Delivers to one webhook in order of due time, up to eight at once. Queues share nothing, so a slow receiver
 * delays only its own deliveries.
 */
export class DeliveryQueue {
  readonly #context: RulesContext;
  readonly #webhookId: string;
  readonly #stopping: AbortSignal;
  readonly #onIdle: (queue: DeliveryQueue) => void;
  readonly #deliveries: DueDeliveries;
  readonly #keyring: Keyring;
  readonly #batches: AttemptBatches;
  readonly #lease: KeptLease;
  /** Started and not stored yet, by `seq`. */
  readonly #inProgress = new Map<number, Promise<void>>();
  #ahead: number[] = [];
  #posting = 0;
  #filling: Promise<void> | null = null;
  #again = false;
  #cancelAlarm: (() => void) | null = null;
  #stopped = false;

  constructor(
    context: RulesContext,
    webhookId: string,
    options: { readonly stopping: AbortSignal; readonly onIdle: (queue: DeliveryQueue) => void },
  ) {
    this.#context = context;
    this.#webhookId = webhookId;
    this.#stopping = options.stopping;
    this.#onIdle = options.onIdle;
    this.#deliveries = new DueDeliveries(context.store.read, webhookId);
    this.#keyring = new Keyring(context, webhookId);
    this.#batches = new AttemptBatches(context);
    this.#lease = new KeptLease(context.leases, `webhook:${webhookId}`, () => this.wake());
  }

  get webhookId(): string {
    return this.#webhookId;
  }

  get isBusy(): boolean {
    return this.#filling !== null || this.#inProgress.size > 0;
  }

  /** Whether nothing runs, nothing is due later, and no other worker delivers. */
  get isDone(): boolean {
    return !this.isBusy && this.#cancelAlarm === null && !this.#lease.isRefused;
  }

  /** Reads the table again: a delivery was added, became due or ended. */
  wake(): void {
    if (this.#stopped) return;
    if (this.#filling) {
      this.#again = true;
      return;
    }
    this.#filling = this.#fill()
      .catch((error: unknown) => this.#pauseAfter(error))
      .finally(() => {
        this.#filling = null;
        if (this.#again) {
          this.#again = false;
          this.wake();
          return;
        }
        // Others may deliver.
        if (!this.isBusy) void this.#lease.release();
        if (this.isDone) this.#onIdle(this);
      });
  }

  async idle(): Promise<void> {
    while (this.isBusy) await Promise.all([this.#filling, ...this.#inProgress.values()]);
  }

  /** Starts nothing more; running attempts end on their own or by the signal. */
  stop(): void {
    this.#stopped = true;
    this.#clearAlarm();
  }

  /** Lets others deliver from now on. Call it when it has stopped and is idle. */
  end(): Promise<void> {
    return this.#lease.end();
  }

  #clearAlarm(): void {
    this.#cancelAlarm?.();
    this.#cancelAlarm = null;
  }

  async #fill(): Promise<void> {
    // Another worker may have changed what was read ahead.
    if (!this.#lease.isHeld) this.#ahead = [];
    if (!(await this.#lease.hold())) return;
    while (!this.#stopped && this.#lease.isHeld && this.#hasRoom()) {
      const seq = this.#ahead.shift() ?? (await this.#readAhead());
      if (seq === undefined) {
        await this.#armAlarm();
        return;
      }
      this.#posting += 1;
      this.#inProgress.set(seq, this.#deliver(seq));
    }
  }

  #hasRoom(): boolean {
    return this.#posting < LIMITS.webhookParallelDeliveries && this.#inProgress.size < MAX_UNRECORDED;
  }

  async #readAhead(): Promise<number | undefined> {
    // A deleted or disabled webhook may have deliveries for a moment, until a job removes them.
    const rows = await this.#context.store.read
      .selectFrom('webhook_deliveries')
      .innerJoin('webhooks', 'webhooks.id', 'webhook_deliveries.webhook_id')
      .select('seq')
      .where('webhook_id', '=', this.#webhookId)
      .where('webhooks.enabled', '=', true)
      .where('next_attempt_at', '<=', this.#context.clock.now())
      .orderBy('next_attempt_at')
      .orderBy('seq')
      .limit(PAGE + this.#inProgress.size)
      .execute();
    this.#ahead = rows.map(({ seq }) => seq).filter((seq) => !this.#inProgress.has(seq));
    return this.#ahead.shift();
  }

  async #deliver(seq: number): Promise<void> {
    let posting = true;
    const endPosting = () => {
      if (posting) this.#posting -= 1;
      posting = false;
    };
    try {
      const delivery = await this.#deliveries.read(seq);
      const verdict =
        delivery &&
        (await attemptDelivery(this.#context, delivery, {
          keyring: this.#keyring,
          stopping: this.#stopping,
        }));
      endPosting();
      if (!delivery || !verdict) return;
      // The next request needn't wait for the disk.
      this.wake();
      await this.#batches.add({ delivery, verdict });
    } catch (error) {
      this.#pauseAfter(error);
      await new Promise<void>((resolve) => {
        this.#context.clock.callAfter(PAUSE, resolve);
        this.#stopping.addEventListener('abort', () => resolve(), { once: true });
      });
    } finally {
      endPosting();
      this.#inProgress.delete(seq);
      this.wake();
    }
  }

  /** Sets the alarm for the next retry. */
  async #armAlarm(): Promise<void> {
    const { store, clock } = this.#context;
    const row = await store.read
      .selectFrom('webhook_deliveries')
      .select('next_attempt_at')
      .where('webhook_id', '=', this.#webhookId)
      .where('next_attempt_at', '>', clock.now())
      .orderBy('next_attempt_at')
      .limit(1)
      .executeTakeFirst();
    if (row?.next_attempt_at == null) this.#clearAlarm();
    else {
      const due = row.next_attempt_at;
      this.#setAlarm((wake) => clock.callAt(due, wake));
    }
  }

  #setAlarm(call: (wake: () => void) => () => void): void {
    this.#clearAlarm();
    if (this.#stopped) return;
    this.#cancelAlarm = call(() => {
      this.#cancelAlarm = null;
      this.wake();
    });
  }

  #pauseAfter(error: unknown): void {
    const fields = { err: error, webhook_id: this.#webhookId };
    this.#context.log.error(fields, 'webhook delivery failed internally, will retry');
    this.#setAlarm((wake) => retryAfter(this.#context, PAUSE, wake));
  }
}
