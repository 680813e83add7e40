import { LIMITS } from '../../../shared/contract/limits.ts';
import { accountScope } from '../../platform/store/lock-scope.ts';
import { prepareQuery } from '../../platform/store/prepared.ts';
import type { Transaction } from '../../platform/store/store.ts';
import { SECOND } from '../../platform/system/clock.ts';
import type { RulesContext } from '../../rules/context.ts';
import type { DueDelivery } from './attempt.ts';
import { disableWebhook } from './disable.ts';
import { visibleError, WEBHOOK_DISABLED } from './hidden-details.ts';
import type { Verdict } from './outcome.ts';

const ATTEMPTS = LIMITS.webhookRetrySeconds.length + 1;

type Failure = Extract<Verdict, { kind: 'retry' | 'abandon' }>;

interface FailedAttempt {
  readonly delivery: DueDelivery;
  readonly failure: Failure;
}

/** A finished attempt. */
export interface Attempt {
  readonly delivery: DueDelivery;
  readonly verdict: Verdict;
}

/**
 * Stores the outcomes of attempts for one webhook, in order. Deliveries that were abandoned or restarted
 * meanwhile stay as they are.
 */
export async function recordAttempts(context: RulesContext, attempts: readonly Attempt[]): Promise<void> {
  await context.store.write(accountScope(attempts[0]?.delivery), async (transaction) => {
    let succeeded = false;
    for (const { delivery, verdict } of attempts) {
      if (verdict.kind === 'delivered') {
        succeeded = (await recordDelivered(transaction, delivery, verdict)) || succeeded;
      } else if (verdict.kind === 'disabled') {
        await recordDisabled(transaction, delivery);
      } else {
        if (succeeded) await noteSuccess(transaction, delivery.webhook_id);
        succeeded = false;
        await recordFailed(context, transaction, { delivery, failure: verdict });
      }
    }
    const [first] = attempts;
    if (!first) return;
    if (succeeded) await noteSuccess(transaction, first.delivery.webhook_id);
    transaction.publish({ kind: 'attempts', id: first.delivery.account_id });
  });
}

const RESULT = [
  'webhook_id',
  'account_id',
  'status',
  'attempt_count',
  'next_attempt_at',
  'http_status',
  'last_error',
  'response_preview',
  'delivered_at',
  'failed_at',
] as const;

/** Copies a delivery's state into the log of attempts, which delivery streams read. */
const logAttempt = prepareQuery<{ seq: number; now: number }>()((db, param) =>
  db
    .insertInto('webhook_attempts')
    .columns(['delivery_seq', 'occurred_at', ...RESULT])
    .expression(
      db
        .selectFrom('webhook_deliveries')
        .select(({ val }) => ['seq', val(param('now')).as('occurred_at'), ...RESULT])
        .where('seq', '=', param('seq')),
    ),
);

/** Selects the delivery only if it still waits for this attempt. */
function unfinished(transaction: Transaction, delivery: DueDelivery) {
  return transaction.db
    .updateTable('webhook_deliveries')
    .where('seq', '=', delivery.seq)
    .where('next_attempt_at', 'is not', null)
    .where('attempt_count', '=', delivery.attempt_count)
    .where('queued_at', '=', delivery.queued_at);
}

async function recordDelivered(
  transaction: Transaction,
  delivery: DueDelivery,
  verdict: Extract<Verdict, { kind: 'delivered' }>,
): Promise<boolean> {
  const { numUpdatedRows } = await unfinished(transaction, delivery)
    .set({
      status: 'delivered',
      attempt_count: delivery.attempt_count + 1,
      next_attempt_at: null,
      http_status: verdict.status,
      last_error: null,
      response_preview: verdict.preview,
      delivered_at: transaction.now,
    })
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await logAttempt(transaction.db, { seq: delivery.seq, now: transaction.now });
  return true;
}

async function noteSuccess({ db, now }: Transaction, webhookId: string): Promise<void> {
  await db
    .updateTable('webhooks')
    .set({ consecutive_failures: 0, last_success_at: now })
    .where('id', '=', webhookId)
    .execute();
}

async function recordDisabled(transaction: Transaction, delivery: DueDelivery): Promise<void> {
  const { numUpdatedRows } = await unfinished(transaction, delivery)
    .set({
      status: 'abandoned',
      next_attempt_at: null,
      failed_at: transaction.now,
      last_error: visibleError(delivery, WEBHOOK_DISABLED),
    })
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await logAttempt(transaction.db, { seq: delivery.seq, now: transaction.now });
}

async function recordFailed(
  context: RulesContext,
  transaction: Transaction,
  { delivery, failure }: FailedAttempt,
): Promise<void> {
  const { now } = transaction;
  const wait = LIMITS.webhookRetrySeconds[delivery.attempt_count];
  const abandoned = failure.kind === 'abandon' || wait === undefined;
  const { numUpdatedRows } = await unfinished(transaction, delivery)
    .set({
      status: abandoned ? 'abandoned' : 'retrying',
      attempt_count: Math.min(delivery.attempt_count + 1, ATTEMPTS),
      next_attempt_at: abandoned ? null : now + wait * SECOND,
      http_status: failure.status,
      last_error: failure.error,
      response_preview: failure.preview,
      failed_at: abandoned ? now : null,
    })
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  await logAttempt(transaction.db, { seq: delivery.seq, now });
  await noteFailure(context, transaction, { delivery, failure, abandoned });
}

async function noteFailure(
  context: RulesContext,
  transaction: Transaction,
  { delivery, failure, abandoned }: FailedAttempt & { readonly abandoned: boolean },
): Promise<void> {
  const { db, now } = transaction;
  const webhook = await db
    .updateTable('webhooks')
    .set((eb) => ({
      last_failure_at: now,
      last_error: failure.error,
      ...(abandoned && { consecutive_failures: eb('consecutive_failures', '+', 1) }),
    }))
    .where('id', '=', delivery.webhook_id)
    .returning(['id', 'account_id', 'url', 'enabled', 'consecutive_failures'])
    .executeTakeFirst();
  if (!webhook?.enabled) return;
  if (webhook.consecutive_failures >= LIMITS.webhookAbandonedToDisable) {
    await disableWebhook(context, transaction, { webhook, reason: 'auto_disabled_failures' });
  }
}
