import type { StreamedDelivery } from '../../shared/contract/event-stream.ts';
import type { Principal } from '../access/principal.ts';
import type { Context } from '../context.ts';
import { Heartbeat } from '../events/heartbeat.ts';
import { currentSight } from '../events/reader.ts';
import { Wakeup } from '../events/wakeup.ts';
import { projectDelivery } from './deliveries.ts';
import { findWebhook } from './table.ts';

/** Changed deliveries that wait for a slow reader; beyond it the reader is told that some are left out. */
const WAITING = 1000;

/** Deliveries of an account as their attempts end, without end and without memory of what was before. */
export class DeliveryStream {
  readonly #context: Context;
  readonly #principal: Principal;
  readonly #webhookId: string | null;
  readonly #changed = new Set<number>();
  #leftOut = 0;

  private constructor(context: Context, principal: Principal, webhookId: string | null) {
    this.#context = context;
    this.#principal = principal;
    this.#webhookId = webhookId;
  }

  static async open(
    context: Context,
    principal: Principal,
    webhookId: string | undefined,
  ): Promise<DeliveryStream> {
    if (webhookId !== undefined) await findWebhook(context.store.read, principal, webhookId);
    return new DeliveryStream(context, principal, webhookId ?? null);
  }

  async *text(hungUp: AbortSignal): AsyncGenerator<string> {
    const { feed, clock, stopping } = this.#context;
    const change = new Wakeup();
    const unwatch = feed.watch({
      accountChanged: (accountId) => {
        if (accountId === this.#principal.account.id) change.wake();
      },
      deliveryChanged: (seq, webhookId, accountId) => {
        if (this.#note(seq, webhookId, accountId)) change.wake();
      },
    });
    const signal = AbortSignal.any([hungUp, stopping]);
    signal.addEventListener('abort', change.wake, { once: true });
    const heartbeat = new Heartbeat(clock, change.wake);
    try {
      yield ': connected\n\n';
      while (!signal.aborted) {
        change.reset();
        if ((await currentSight(this.#context, this.#principal)) !== 'account') return;
        const text = await this.#take();
        if (text !== '') yield text;
        else if (heartbeat.isDue) yield ': still here\n\n';
        if (text !== '' || heartbeat.isDue) heartbeat.restart();
        if (this.#changed.size === 0) await change.happened;
      }
    } finally {
      heartbeat.stop();
      unwatch();
      signal.removeEventListener('abort', change.wake);
    }
  }

  #note(seq: number, webhookId: string, accountId: string): boolean {
    if (accountId !== this.#principal.account.id) return false;
    if (this.#webhookId !== null && webhookId !== this.#webhookId) return false;
    if (this.#changed.size < WAITING) this.#changed.add(seq);
    else this.#leftOut += 1;
    return true;
  }

  async #take(): Promise<string> {
    const seqs = [...this.#changed];
    const leftOut = this.#leftOut;
    this.#changed.clear();
    this.#leftOut = 0;
    if (seqs.length === 0) return '';
    const rows = await this.#context.store.read
      .selectFrom('webhook_deliveries')
      .selectAll()
      .where('seq', 'in', seqs)
      .execute();
    const bySeq = new Map(rows.map((row) => [row.seq, row]));
    const pieces = seqs.flatMap((seq) => {
      const row = bySeq.get(seq);
      if (!row) return [];
      const data: StreamedDelivery = { ...projectDelivery(row), webhook_id: row.webhook_id };
      return [`event: delivery\ndata: ${JSON.stringify(data)}\n\n`];
    });
    if (leftOut > 0) pieces.push(`event: left_out\ndata: ${JSON.stringify({ count: leftOut })}\n\n`);
    return pieces.join('');
  }
}
