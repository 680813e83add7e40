import type { Selectable } from 'kysely';
import type { EventType, WEBHOOK_TEST } from '../../../shared/contract/events.ts';
import { batches } from '../../platform/store/batches.ts';
import { prepareQuery } from '../../platform/store/prepared.ts';
import type { WebhooksTable } from '../../platform/store/schema.ts';
import type { Transaction } from '../../platform/store/store.ts';
import type { LoggedEvent } from '../record.ts';

const findEnabled = prepareQuery<{ account_id: string }>()((db, param) =>
  db
    .selectFrom('webhooks')
    .select(['id', 'enabled_events', 'labels', 'tags'])
    .where('account_id', '=', param('account_id'))
    .where('enabled', '=', true),
);

/** Adds deliveries for every subscribed webhook of the account, in the events' own transaction. */
export async function enqueueEvents(
  transaction: Transaction,
  accountId: string,
  events: readonly LoggedEvent[],
): Promise<void> {
  const { rows: webhooks } = await findEnabled(transaction.db, { account_id: accountId });
  for (const webhook of webhooks) {
    const { id: webhookId } = webhook;
    const subscribed = new Set(webhook.enabled_events);
    const wanted = events.filter((event) => subscribed.has(event.type) && isChosen(webhook, event));
    await enqueueDeliveries(
      transaction,
      wanted.map((event) => ({
        webhookId,
        accountId,
        eventType: event.type,
        eventSeq: event.seq,
        testData: null,
      })),
    );
  }
}

/**
 * Whether an event is about a message with one of the labels and one of the tags, where a webhook has any.
 */
function isChosen(
  { labels, tags }: Pick<Selectable<WebhooksTable>, 'labels' | 'tags'>,
  { marks }: LoggedEvent,
) {
  const hasLabel = labels === null || labels.some((label) => marks.labels?.includes(label));
  return hasLabel && (tags === null || tags.includes(marks.subaddress_instance_id ?? ''));
}

/** A delivery of an event, or of made-up test data. */
export interface NewDelivery {
  readonly webhookId: string;
  readonly accountId: string;
  readonly eventType: EventType | typeof WEBHOOK_TEST;
  /** Null for a test. */
  readonly eventSeq: number | null;
  readonly testData: Readonly<Record<string, unknown>> | null;
}

/** Adds one delivery and answers its id. */
export async function enqueueDelivery(transaction: Transaction, delivery: NewDelivery): Promise<string> {
  const [id = ''] = await enqueueDeliveries(transaction, [delivery]);
  return id;
}

async function enqueueDeliveries(
  transaction: Transaction,
  deliveries: readonly NewDelivery[],
): Promise<string[]> {
  const { db, now } = transaction;
  const rows = deliveries.map((delivery) => ({
    id: transaction.newId(),
    webhook_id: delivery.webhookId,
    account_id: delivery.accountId,
    event_type: delivery.eventType,
    event_seq: delivery.eventSeq,
    test_data: delivery.testData,
    queued_at: now,
    next_attempt_at: now,
    http_status: null,
    last_error: null,
    response_preview: null,
    created_at: now,
    delivered_at: null,
    failed_at: null,
  }));
  for (const batch of batches(rows)) await db.insertInto('webhook_deliveries').values(batch).execute();
  const [first] = deliveries;
  if (first) transaction.publish({ kind: 'webhook', id: first.webhookId });
  return rows.map((row) => row.id);
}
