import type { Principal } from '../access/principal.ts';
import { refundMessage } from '../accounts/charge.ts';
import type { Context } from '../context.ts';
import { type ReasonGiven, recordReview } from '../messages/review.ts';
import { moveState } from '../messages/states.ts';
import { loadOutgoing } from '../outbound/outgoing.ts';
import type { Transaction } from '../store/store.ts';
import { decidedMeanwhile, type Held } from './held.ts';
import { tellResolved } from './resolution.ts';

export interface RefusedHold extends ReasonGiven {
  readonly held: Held;
  readonly principal: Principal;
  readonly kind: 'block' | 'deny';
}

/** Blocks a held message for good, and refunds an outgoing one. */
export async function refuseHeld(context: Context, refused: RefusedHold): Promise<void> {
  const { message } = refused.held;
  const moved = await context.store.write((transaction) => refuse(transaction, refused));
  if (!moved) throw await decidedMeanwhile(context, message.id);
}

async function refuse(
  transaction: Transaction,
  { held: { message }, principal, kind, reason, reasonSpans }: RefusedHold,
): Promise<boolean> {
  const outgoing = await loadOutgoing(transaction.db, message.id);
  const from = kind === 'deny' ? 'pending_review' : 'quarantined';
  if (!(await moveState(transaction, message.id, [from, 'blocked']))) return false;
  await refundMessage(transaction, message.id);
  await recordReview(transaction, message.id, {
    resolution: kind === 'deny' ? 'denied' : 'blocked',
    actor: principal.actor,
    reason,
    reasonSpans,
  });
  await transaction.audit({
    kind: kind === 'deny' ? 'message.review.denied' : 'message.hold.blocked',
    accountId: message.account_id,
    mailboxId: message.mailbox_id,
    actor: principal.actor,
    target: message.id,
    before: message.hold_context === null ? null : JSON.parse(message.hold_context),
    after: 'blocked',
    ...(reason !== null && { reason }),
  });
  if (kind === 'deny' && outgoing) {
    const { actor } = principal;
    await tellResolved(transaction, outgoing, {
      resolution: 'denied',
      status: 'blocked',
      actor,
      reason,
    });
  }
  transaction.wake('mailbox', message.mailbox_id);
  return true;
}
