import type { CallOf, ReplyOf } from '../../../shared/contract/endpoint.ts';
import type { undoDecision as contract } from '../../../shared/contract/review.ts';
import type { Principal } from '../../access/principal.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import type { MailContext } from '../context.ts';
import { resolveMessage } from '../messages/table.ts';
import { decisionPending } from '../messages/transitions/events.ts';

/** Takes back a decision that hasn't taken effect; the message goes on waiting. */
export async function undoDecision(
  context: MailContext,
  principal: Principal,
  { params: { id } }: CallOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  return context.store.write({ account: principal.account.id }, async (transaction) => {
    const { db, now } = transaction;
    const message = await resolveMessage(db, principal, { id, unbound: 'denied_403' });
    const { pending_decision: decision, state } = message;
    if (decision === null || state === 'dispatching') {
      throw new ServiceError('CONFLICT', { state, reason: 'no_decision_pending' });
    }
    const { actor } = principal;
    if (actor.type === 'agent' && decision.actor.id !== actor.id) {
      throw new ServiceError('INSUFFICIENT_SCOPE', { reason: 'decision_of_another' });
    }
    await db.updateTable('messages').set({ pending_decision: null }).where('id', '=', id).execute();
    await transaction.audit({
      kind: 'message.decision.undone',
      accountId: message.account_id,
      mailboxId: message.mailbox_id,
      actor,
      target: message.id,
      before: { decision: decision.kind },
    });
    await transaction.emit(decisionPending(message, { decision, status: 'undone', actor, at: now }));
    return { status: 'undone', message_id: message.id, decision: decision.kind, state };
  });
}
