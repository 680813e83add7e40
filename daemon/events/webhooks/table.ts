import type { Selectable } from 'kysely';
import type { z } from 'zod';
import type { webhook as contract } from '../../../shared/contract/webhooks.ts';
import type { Principal } from '../../access/principal.ts';
import { notFound } from '../../platform/errors/service-error.ts';
import type { WebhooksTable } from '../../platform/store/schema.ts';
import type { Queries } from '../../platform/store/store.ts';
import { isoTime, isoTimeOrNull } from '../../platform/system/iso-time.ts';
import { visibleError } from './hidden-details.ts';

export type WebhookRow = Selectable<WebhooksTable>;
export type WebhookView = z.output<typeof contract>;

/** Returns a webhook of the caller's account, or 404. */
export async function findWebhook(db: Queries, principal: Principal, id: string): Promise<WebhookRow> {
  const row = await db
    .selectFrom('webhooks')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', principal.account.id)
    .executeTakeFirst();
  if (!row) throw notFound('Webhook not found.');
  return row;
}

export function projectWebhook(row: WebhookRow): WebhookView {
  return {
    id: row.id,
    url: row.url,
    description: row.description,
    enabled: row.enabled,
    enabled_events: [...row.enabled_events],
    ...(row.labels && { labels: [...row.labels] }),
    ...(row.tags && { tags: [...row.tags] }),
    request_header_names: [...row.request_header_names],
    created_at: isoTime(row.created_at),
    updated_at: isoTime(row.updated_at),
    consecutive_failures: row.consecutive_failures,
    last_success_at: isoTimeOrNull(row.last_success_at),
    last_failure_at: isoTimeOrNull(row.last_failure_at),
    last_error: visibleError(row, row.last_error),
    disabled_at: isoTimeOrNull(row.disabled_at),
    disabled_reason: row.disabled_reason,
  };
}
