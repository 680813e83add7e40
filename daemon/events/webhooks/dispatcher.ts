import { SECOND } from '../../platform/system/clock.ts';
import type { RulesContext } from '../../rules/context.ts';
import { DeliveryQueue } from './delivery-queue.ts';

/** Time for running attempts to finish when the daemon stops. */
const GRACE_MS = 1 * SECOND;

/**
 * Sends pending deliveries. Commits wake it, and timers for retries. The database is the only queue: a crash
 * loses nothing, and repeats at most attempts in progress, under the same ids.
 */
export class Dispatcher {
  readonly #context: () => RulesContext;
  readonly #queues = new Map<string, DeliveryQueue>();
  readonly #stopping = new AbortController();
  #unwatch: () => void = () => undefined;

  constructor(context: () => RulesContext) {
    this.#context = context;
  }

  /** Resumes pending deliveries, then sends those that commits add. */
  async start(): Promise<void> {
    const { signals, store } = this.#context();
    this.#unwatch = signals.watchAll('webhook', (webhookId) => {
      if (webhookId !== null) this.#queue(webhookId).wake();
      else this.#wakeDue();
    });
    const waiting = await store.read
      .selectFrom('webhooks')
      .select('id')
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('webhook_deliveries')
            .select('seq')
            .whereRef('webhook_deliveries.webhook_id', '=', 'webhooks.id')
            .where('next_attempt_at', 'is not', null),
        ),
      )
      .execute();
    for (const { id } of waiting) this.#queue(id).wake();
  }

  /** Wakes queues of deliveries that are due, in case a signal was lost. */
  #wakeDue(): void {
    const { clock, outage, stopping, store } = this.#context();
    const due = store.read
      .selectFrom('webhook_deliveries')
      .select('webhook_id')
      .distinct()
      .where('next_attempt_at', '<=', clock.now())
      .execute();
    due.then(
      (rows) => {
        for (const { webhook_id: id } of rows) if (!this.#stopping.signal.aborted) this.#queue(id).wake();
      },
      (error: unknown) => {
        if (!stopping.aborted) outage.failed(error, 'due deliveries not listed');
      },
    );
  }

  get isBusy(): boolean {
    return [...this.#queues.values()].some((queue) => queue.isBusy);
  }

  async idle(): Promise<void> {
    while (this.isBusy) await Promise.all([...this.#queues.values()].map((queue) => queue.idle()));
  }

  /** Time of the next retry, or null. */
  async nextDue(): Promise<number | null> {
    const { store, clock } = this.#context();
    const row = await store.read
      .selectFrom('webhook_deliveries')
      .select('next_attempt_at')
      .where('next_attempt_at', '>', clock.now())
      .orderBy('next_attempt_at')
      .limit(1)
      .executeTakeFirst();
    return row?.next_attempt_at ?? null;
  }

  /** Deliveries that are due or in progress. */
  async depth(): Promise<number> {
    const { store, clock } = this.#context();
    const { count } = await store.read
      .selectFrom('webhook_deliveries')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('next_attempt_at', '<=', clock.now())
      .executeTakeFirstOrThrow();
    return count;
  }

  /** Aborts running attempts after a moment. They don't count, and are repeated after the next start. */
  async stop(): Promise<void> {
    this.#unwatch();
    const timer = setTimeout(() => this.#stopping.abort(), GRACE_MS);
    for (const queue of this.#queues.values()) queue.stop();
    await this.idle();
    clearTimeout(timer);
    this.#stopping.abort();
    await Promise.all([...this.#queues.values()].map((queue) => queue.end()));
    this.#queues.clear();
  }

  #queue(webhookId: string): DeliveryQueue {
    let queue = this.#queues.get(webhookId);
    if (!queue) {
      queue = new DeliveryQueue(this.#context(), webhookId, {
        stopping: this.#stopping.signal,
        onIdle: (idle) => this.#queues.delete(idle.webhookId),
      });
      this.#queues.set(webhookId, queue);
    }
    return queue;
  }
}
