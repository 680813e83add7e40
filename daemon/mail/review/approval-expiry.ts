import { z } from 'zod';
import { MINUTE } from '../../platform/system/clock.ts';
import type { MailContext } from '../context.ts';
import { pendingDecisionOf } from '../messages/pending-decision.ts';
import { messageScope } from '../messages/table.ts';
import { APPROVAL_EXPIRY } from '../messages/transitions/outbound.ts';
import { transition } from '../messages/transitions/transition.ts';
import { loadOutgoing } from '../outbound/outgoing.ts';

const jobPayload = z.object({ message_id: z.string() });

/** Denies a message that still waits. A decided one stays as it is; one in dispatch may return to waiting. */
export async function expireApproval(context: MailContext, payload: unknown): Promise<void> {
  const { message_id: messageId } = jobPayload.parse(payload);
  await context.store.write(await messageScope(context.store.read, messageId), async (transaction) => {
    const outgoing = await loadOutgoing(transaction.db, messageId);
    if (!outgoing) return;
    // A decision in time may still be taken back.
    const isDecided = (await pendingDecisionOf(transaction.db, messageId)) !== null;
    if (outgoing.state === 'dispatching' || isDecided) {
      const dueAt = transaction.now + MINUTE;
      await transaction.schedule({
        kind: APPROVAL_EXPIRY,
        accountId: outgoing.account_id,
        dueAt,
        payload: { message_id: messageId },
      });
    }
    if (outgoing.state !== 'pending_review' || isDecided) return;
    await transition(transaction, outgoing, { to: 'blocked', cause: 'expired' });
  });
}
