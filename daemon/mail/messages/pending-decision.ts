import type { DecisionPending } from '../../../shared/contract/messages.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import type { PendingDecision } from '../../platform/store/schema.ts';
import type { Queries } from '../../platform/store/store.ts';
import { isoTime } from '../../platform/system/iso-time.ts';
import { DECIDED_BY } from './review.ts';
import type { MessageRow } from './table.ts';

/** A decision about a held message that takes effect later, stored with the message. */

function shown({ kind, actor, due_at }: PendingDecision): DecisionPending {
  return { kind, by: DECIDED_BY[actor.type], due_at: isoTime(due_at) };
}

/** The field `decision_pending`; empty without a decision, and while it's carried out. */
export function decisionPendingField({ pending_decision: pending, state }: MessageRow): {
  readonly decision_pending?: DecisionPending;
} {
  return pending === null || state === 'dispatching' ? {} : { decision_pending: shown(pending) };
}

/** The refusal of another decision until this one took effect or was taken back. */
export function decisionPending(pending: PendingDecision, state: MessageRow['state']): ServiceError {
  return new ServiceError('DECISION_PENDING', { state, ...shown(pending) });
}

/**
 * Refuses a decision when another one is pending, in the transaction that carries it out. `own` is the id of
 * the pending decision that is carried out; null for one that takes effect at once.
 */
export async function assertDecision(db: Queries, messageId: string, own: string | null): Promise<void> {
  const row = await stateAndDecision(db, messageId);
  const pending = row?.pending_decision ?? null;
  if (!row || (pending?.id ?? null) === own) return;
  throw pending ? decisionPending(pending, row.state) : new ServiceError('CONFLICT', { state: row.state });
}

/** The decision about a message that hasn't taken effect; null without one. */
export async function pendingDecisionOf(db: Queries, messageId: string): Promise<PendingDecision | null> {
  return (await stateAndDecision(db, messageId))?.pending_decision ?? null;
}

function stateAndDecision(db: Queries, messageId: string) {
  return db
    .selectFrom('messages')
    .select(['state', 'pending_decision'])
    .where('id', '=', messageId)
    .executeTakeFirst();
}

/** Number of decisions that can still be taken back. */
export async function pendingDecisions(db: Queries): Promise<number> {
  const { count } = await db
    .selectFrom('messages')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('pending_decision', 'is not', null)
    .executeTakeFirstOrThrow();
  return count;
}
