import type { Selectable } from 'kysely';
import type { z } from 'zod';
import type { CallOf, ReplyOf } from '../../../shared/contract/endpoint.ts';
import { LIMITS } from '../../../shared/contract/limits.ts';
import type { listDeliveries as contract, delivery } from '../../../shared/contract/webhooks.ts';
import type { Principal } from '../../access/principal.ts';
import { cutPage } from '../../platform/store/page.ts';
import type { WebhookDeliveriesTable } from '../../platform/store/schema.ts';
import { DAY } from '../../platform/system/clock.ts';
import { isoTime, isoTimeOrNull } from '../../platform/system/iso-time.ts';
import type { RulesContext } from '../../rules/context.ts';
import { visibleError, visiblePreview } from './hidden-details.ts';
import { findWebhook, type WebhookRow } from './table.ts';

type DeliveryRow = Selectable<WebhookDeliveriesTable>;
export type DeliveryView = z.output<typeof delivery>;

/** A page of a webhook's deliveries before a position, newest first. */
export async function listDeliveries(
  context: Pick<RulesContext, 'store' | 'clock'>,
  principal: Principal,
  { params: { id }, query }: CallOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const { store, clock } = context;
  const webhook = await findWebhook(store.read, principal, id);
  const limit = query.limit ?? LIMITS.deliveryPage.default;
  let page = store.read
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('webhook_id', '=', id)
    .where('created_at', '>', clock.now() - LIMITS.eventRetentionDays * DAY);
  const { before_at: beforeAt, before_id: beforeId } = query;
  if (beforeAt !== undefined && beforeId !== undefined) {
    const at = Date.parse(beforeAt);
    page = page
      .where('created_at', '<=', at)
      .where(({ eb, or }) => or([eb('created_at', '<', at), eb('id', '<', beforeId)]));
  }
  const found = await page
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const { rows, next_cursor: last } = cutPage(found, limit, (row) => row);
  return {
    deliveries: rows.map((row) => projectDelivery(webhook, row)),
    has_more: last !== null,
    next_before_at: last && isoTime(last.created_at),
    next_before_id: last?.id ?? null,
  };
}

/** A delivery in its current state or that of an earlier attempt. */
type DeliveryFacts = Pick<
  DeliveryRow,
  | 'id'
  | 'event_type'
  | 'status'
  | 'http_status'
  | 'attempt_count'
  | 'last_error'
  | 'response_preview'
  | 'created_at'
  | 'delivered_at'
  | 'failed_at'
  | 'next_attempt_at'
>;

/** A delivery for readers of its webhook. */
export function projectDelivery(
  webhook: Pick<WebhookRow, 'request_headers'>,
  row: DeliveryFacts,
): DeliveryView {
  return {
    id: row.id,
    event_type: row.event_type as DeliveryView['event_type'],
    status: row.status,
    http_status: row.http_status,
    attempt_count: row.attempt_count,
    last_error: visibleError(webhook, row.last_error),
    response_preview: visiblePreview(webhook, row.response_preview),
    created_at: isoTime(row.created_at),
    delivered_at: isoTimeOrNull(row.delivered_at),
    failed_at: isoTimeOrNull(row.failed_at),
    next_retry_at: row.status === 'retrying' ? isoTimeOrNull(row.next_attempt_at) : null,
  };
}
