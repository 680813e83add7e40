import { accountScope } from '../../platform/store/lock-scope.ts';
import type { Transaction } from '../../platform/store/store.ts';
import type { RulesContext } from '../../rules/context.ts';
import { visibleError, WEBHOOK_DISABLED } from './hidden-details.ts';
import type { WebhookRow } from './table.ts';

export const ABANDON_OPEN = 'webhooks.abandon_open';

/** Deliveries per transaction. */
const BATCH = 500;

interface Disabled {
  readonly webhook: Pick<WebhookRow, 'id' | 'account_id' | 'url'>;
  /** Null when a caller disables it. */
  readonly reason: 'auto_disabled_failures' | null;
}

/**
 * Disables a webhook and abandons its pending deliveries. After 20 failures in a row the owner is notified.
 */
export async function disableWebhook(
  context: RulesContext,
  transaction: Transaction,
  { webhook, reason }: Disabled,
): Promise<void> {
  const { db, now } = transaction;
  await db
    .updateTable('webhooks')
    .set({ enabled: false, disabled_at: now, disabled_reason: reason, updated_at: now })
    .where('id', '=', webhook.id)
    .execute();
  if ((await abandonBatch(transaction, webhook.id, now)) === BATCH) {
    await transaction.schedule({
      kind: ABANDON_OPEN,
      accountId: webhook.account_id,
      dueAt: now,
      payload: { webhook_id: webhook.id, queued_until: now },
    });
  }
  if (reason !== null) {
    await noteDisabled(transaction, webhook, reason);
    await alertOwner(context, transaction, webhook);
  }
  transaction.publish({ kind: 'webhook', id: webhook.id });
}

/** Job: abandons the deliveries beyond the first transaction. */
export async function abandonOpen(context: RulesContext, payload: unknown): Promise<void> {
  const { webhook_id: webhookId, queued_until: until } = payload as {
    webhook_id: string;
    queued_until: number;
  };
  const delivery = await context.store.read
    .selectFrom('webhook_deliveries')
    .select('account_id')
    .where('webhook_id', '=', webhookId)
    .executeTakeFirst();
  const next = () =>
    context.store.write(accountScope(delivery), (transaction) => abandonBatch(transaction, webhookId, until));
  while ((await next()) === BATCH);
}

async function abandonBatch(transaction: Transaction, webhookId: string, until: number): Promise<number> {
  const { db, now } = transaction;
  const rows = await db
    .selectFrom('webhook_deliveries')
    .select('seq')
    .where('webhook_id', '=', webhookId)
    .where('next_attempt_at', 'is not', null)
    .where('queued_at', '<=', until)
    .limit(BATCH)
    .execute();
  if (rows.length === 0) return 0;
  const webhook = await db
    .selectFrom('webhooks')
    .select('request_headers')
    .where('id', '=', webhookId)
    .executeTakeFirst();
  await db
    .updateTable('webhook_deliveries')
    .set({
      status: 'abandoned',
      next_attempt_at: null,
      failed_at: now,
      last_error: webhook ? visibleError(webhook, WEBHOOK_DISABLED) : WEBHOOK_DISABLED,
    })
    .where(
      'seq',
      'in',
      rows.map(({ seq }) => seq),
    )
    .execute();
  return rows.length;
}

/** It wasn't requested, so the audit row has the reason. */
function noteDisabled(
  transaction: Transaction,
  webhook: Pick<WebhookRow, 'id' | 'account_id'>,
  reason: string,
): Promise<void> {
  return transaction.audit({
    kind: 'webhook.updated',
    accountId: webhook.account_id,
    actor: { type: 'system', id: 'webhook_failures' },
    target: webhook.id,
    before: { enabled: true },
    after: { enabled: false },
    reason,
  });
}

async function alertOwner(
  context: RulesContext,
  transaction: Transaction,
  webhook: Pick<WebhookRow, 'id' | 'account_id' | 'url'>,
): Promise<void> {
  const owner = await transaction.db
    .selectFrom('accounts')
    .select('email')
    .where('id', '=', webhook.account_id)
    .executeTakeFirstOrThrow();
  await context.notices.email.deliver(transaction, {
    purpose: 'alert',
    to: owner.email,
    subject: 'A webhook was disabled after 20 failed deliveries in a row',
    text: [
      `The webhook ${webhook.id} to ${webhook.url} was disabled after 20 failed deliveries in a row.`,
      'Its waiting deliveries were dropped, and no more are sent to it.',
      '',
      'When the receiver works again, enable the webhook and redeliver what you need:',
      `  agentmail webhooks update ${webhook.id} --enable`,
      `  agentmail webhooks deliveries ${webhook.id}`,
    ].join('\n'),
    accountId: webhook.account_id,
  });
}
