import type { StreamedDelivery } from '../../../shared/contract/event-stream.ts';
import type { Principal } from '../../access/principal.ts';
import type { RulesContext } from '../../rules/context.ts';
import { type LogEntry, LogStream } from '../log-stream.ts';
import { projectDelivery } from './deliveries.ts';
import { findWebhook } from './table.ts';

export interface DeliveryRequest {
  /** Cursor or timestamp; now when undefined. */
  readonly since: string | undefined;
  /** Id of a webhook, to filter by. */
  readonly webhook: string | undefined;
}

interface DeliveryFilter {
  readonly accountId: string;
  readonly webhookId: string | undefined;
}

/** Opens a stream of delivery attempts, after all checks that can refuse it. */
export async function openDeliveryStream(
  context: RulesContext,
  principal: Principal,
  { since, webhook }: DeliveryRequest,
): Promise<LogStream> {
  if (webhook !== undefined) await findWebhook(context.store.read, principal, webhook);
  const filter = { accountId: principal.account.id, webhookId: webhook };
  return LogStream.open(context, principal, {
    log: 'webhook_attempts',
    after: async (seq, reach, limit) =>
      reach === 'account' ? attemptsAfter(context, filter, { seq, limit }) : null,
    since,
  });
}

async function attemptsAfter(
  { store }: Pick<RulesContext, 'store'>,
  { accountId, webhookId }: DeliveryFilter,
  { seq, limit }: { readonly seq: number; readonly limit: number },
): Promise<LogEntry[]> {
  let query = store.read
    .selectFrom('webhook_attempts as attempt')
    .innerJoin('webhook_deliveries as delivery', 'delivery.seq', 'attempt.delivery_seq')
    .innerJoin('webhooks', 'webhooks.id', 'attempt.webhook_id')
    .selectAll('attempt')
    .select(['delivery.id', 'delivery.event_type', 'delivery.created_at', 'webhooks.request_headers'])
    .where('attempt.account_id', '=', accountId)
    .where('attempt.seq', '>', seq);
  if (webhookId !== undefined) query = query.where('attempt.webhook_id', '=', webhookId);
  const rows = await query.orderBy('attempt.seq').limit(limit).execute();
  return rows.map((row) => {
    const data: StreamedDelivery = { ...projectDelivery(row, row), webhook_id: row.webhook_id };
    return { seq: row.seq, at: row.occurred_at, type: 'delivery', data };
  });
}
