import type { ScheduledReply } from '../../../shared/contract/review.ts';
import type { Principal } from '../../access/principal.ts';
import { accountScope } from '../../platform/store/lock-scope.ts';
import type { PendingDecision } from '../../platform/store/schema.ts';
import type { Transaction } from '../../platform/store/store.ts';
import { SECOND } from '../../platform/system/clock.ts';
import { isoTime } from '../../platform/system/iso-time.ts';
import type { MailContext } from '../context.ts';
import { assertDecision } from '../messages/pending-decision.ts';
import { decisionPending } from '../messages/transitions/events.ts';
import { decidedMeanwhile, type Held, loadHeld, readReason, trimmedReason } from './held.ts';
import type { DecisionRule } from './rule.ts';

/** The job that carries a pending decision out. */
export const DECISION_DUE = 'decision.due';

export interface DecisionCall {
  readonly params: { readonly id: string };
  readonly body: { readonly reason?: string | undefined; readonly undo?: boolean | undefined };
}

/** Decides about a held message, at once or with time to take the decision back. */
export async function decide<Status extends string>(
  context: MailContext,
  principal: Principal,
  { rule, params: { id }, body }: DecisionCall & { readonly rule: DecisionRule<Status> },
): Promise<ScheduledReply | { status: Status; message_id: string }> {
  const held = await loadHeld(context, principal, { id, state: rule.state });
  const reason = trimmedReason(body);
  await rule.check(context, held, reason);
  const seconds = body.undo ? context.settings.get('review.undo_seconds') : 0;
  if (seconds > 0) {
    await rule.checkGates?.(context, held);
    return scheduleDecision(context, held, { kind: rule.kind, reason, seconds });
  }
  const status = await rule.carryOut(context, held, await readReason(context, held, reason));
  return { status, message_id: held.message.id };
}

interface NewDecision extends Pick<PendingDecision, 'kind' | 'reason'> {
  readonly seconds: number;
}

/** Stores a decision and the job that carries it out, in one transaction. */
async function scheduleDecision(
  context: MailContext,
  { message, principal }: Held,
  { kind, reason, seconds }: NewDecision,
): Promise<ScheduledReply> {
  const { actor } = principal;
  const dueAt = await context.store.write(accountScope(message), async (transaction) => {
    const { db, now } = transaction;
    await assertDecision(db, message.id, null);
    const decision = { id: transaction.newId(), kind, actor, reason, due_at: now + seconds * SECOND };
    if (!(await putOff(transaction, message, decision))) return null;
    await transaction.audit({
      kind: 'message.decision.scheduled',
      accountId: message.account_id,
      mailboxId: message.mailbox_id,
      actor,
      target: message.id,
      after: { decision: kind, due_at: isoTime(decision.due_at) },
    });
    await transaction.emit(decisionPending(message, { decision, status: 'scheduled', actor, at: now }));
    return decision.due_at;
  });
  if (dueAt === null) throw await decidedMeanwhile(context, message.id);
  return {
    status: 'scheduled',
    message_id: message.id,
    decision: kind,
    due_at: isoTime(dueAt),
    undo_seconds: seconds,
  };
}

/** Sets the time of a decision; false when the message isn't held in that state any more. */
export async function putOff(
  transaction: Transaction,
  { id, account_id: accountId, state }: Pick<Held['message'], 'id' | 'account_id' | 'state'>,
  decision: PendingDecision,
): Promise<boolean> {
  const changed = await transaction.db
    .updateTable('messages')
    .set({ pending_decision: decision })
    .where('id', '=', id)
    .where('state', '=', state)
    .executeTakeFirst();
  if (changed.numUpdatedRows === 0n) return false;
  await transaction.schedule({
    kind: DECISION_DUE,
    accountId,
    dueAt: decision.due_at,
    payload: { message_id: id, decision: decision.id },
  });
  return true;
}
