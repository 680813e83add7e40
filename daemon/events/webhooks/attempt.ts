import type { CompiledQuery, InferResult } from 'kysely';
import { signatureHeaders, standardHeaders } from '../../../shared/receiver/webhooks.ts';
import type { Queries } from '../../platform/store/store.ts';
import { SECOND } from '../../platform/system/clock.ts';
import type { RulesContext } from '../../rules/context.ts';
import { renderEnvelope } from '../envelope.ts';
import type { Keyring } from './keyring.ts';
import type { Verdict } from './outcome.ts';
import { attemptPost } from './post.ts';

/** A delivery with the data of its next attempt, read at that time. */
export type DueDelivery = InferResult<ReturnType<typeof selectDelivery>>[number];

function selectDelivery(db: Queries, seq: number, webhookId: string) {
  return (
    db
      .selectFrom('webhook_deliveries as delivery')
      .innerJoin('webhooks', 'webhooks.id', 'delivery.webhook_id')
      .leftJoin('events', 'events.seq', 'delivery.event_seq')
      .leftJoin('mailboxes', 'mailboxes.id', 'events.mailbox_id')
      .leftJoin('messages', 'messages.id', 'events.message_id')
      .select([
        'delivery.seq',
        'delivery.id',
        'delivery.webhook_id',
        'delivery.account_id',
        'delivery.event_type',
        'delivery.test_data',
        'delivery.attempt_count',
        'delivery.queued_at',
        'delivery.created_at',
        'webhooks.url',
        'webhooks.enabled',
        'webhooks.signing_secret',
        'webhooks.request_headers',
        'events.occurred_at',
        'events.mailbox_id',
        'events.data',
        'mailboxes.pii_mode',
        'messages.state as message_state',
      ])
      .where('delivery.seq', '=', seq)
      // The number of a deleted delivery may be reused by another webhook's.
      .where('delivery.webhook_id', '=', webhookId)
      .where('delivery.next_attempt_at', 'is not', null)
  );
}

/** Reads deliveries of one webhook with a prepared query: building it costs as much as running it. */
export class DueDeliveries {
  readonly #db: Queries;
  readonly #webhookId: string;
  readonly #query: CompiledQuery<DueDelivery>;

  constructor(db: Queries, webhookId: string) {
    this.#db = db;
    this.#webhookId = webhookId;
    this.#query = selectDelivery(db, 0, webhookId).compile();
  }

  /** Undefined when it's no longer pending. */
  async read(seq: number): Promise<DueDelivery | undefined> {
    const { rows } = await this.#db.executeQuery<DueDelivery>({
      ...this.#query,
      parameters: [seq, this.#webhookId],
    });
    return rows[0];
  }
}

interface AttemptOptions {
  readonly keyring: Keyring;
  readonly stopping: AbortSignal;
}

/** Makes one attempt; null when the daemon stopped during it, so that it doesn't count. */
export function attemptDelivery(
  context: RulesContext,
  delivery: DueDelivery,
  options: AttemptOptions,
): Promise<Verdict | null> {
  return context.metrics.operations.run(
    'webhook_delivery',
    () => attempt(context, delivery, options),
    (verdict) => verdict?.kind ?? 'stopped',
  );
}

async function attempt(
  context: RulesContext,
  delivery: DueDelivery,
  { keyring, stopping }: AttemptOptions,
): Promise<Verdict | null> {
  context.metrics.operations.note({
    delivery_id: delivery.id,
    webhook_id: delivery.webhook_id,
    account_id: delivery.account_id,
  });
  if (!delivery.enabled) return { kind: 'disabled' };
  const keys = keyring.open(delivery);
  if (!keys) {
    return { kind: 'abandon', error: 'request_headers_unreadable', status: null, preview: null };
  }
  const body = renderBody(delivery);
  const seconds = Math.floor(context.clock.now() / SECOND);
  return attemptPost(
    context,
    {
      url: delivery.url,
      headers: {
        accept: '*/*',
        ...standardHeaders(keys.secret, { id: delivery.id, timestamp: seconds, body }),
        ...keys.headers,
      },
      fixedHeaders: signatureHeaders(keys.secret, seconds, body),
      body,
      receiver: delivery,
    },
    stopping,
  );
}

function renderBody(delivery: DueDelivery): Buffer {
  const envelope = renderEnvelope(
    {
      id: delivery.id,
      type: delivery.event_type,
      occurredAt: delivery.occurred_at ?? delivery.created_at,
      accountId: delivery.account_id,
      data: delivery.test_data ?? delivery.data ?? {},
    },
    // Made-up data needs no redaction.
    delivery.test_data === null ? delivery : { pii_mode: 'passthrough', message_state: null },
  );
  return Buffer.from(JSON.stringify(envelope));
}
