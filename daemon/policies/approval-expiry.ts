import { z } from 'zod';
import { refundMessage } from '../accounts/charge.ts';
import type { Context } from '../context.ts';
import type { MailboxRow } from '../mailboxes/table.ts';
import { NO_REASON, recordReview } from '../messages/review.ts';
import { moveState } from '../messages/states.ts';
import { messageFields } from '../outbound/outcome.ts';
import { loadOutgoing } from '../outbound/outgoing.ts';
import type { Actor } from '../store/audit.ts';
import type { Transaction } from '../store/store.ts';
import { DAY, HOUR, MINUTE } from '../system/clock.ts';
import { isoTime } from '../system/iso-time.ts';

/** How long a message waits for approval before the daemon denies it. */

export const APPROVAL_EXPIRY = 'approval.expire';

const TIME_OF: Readonly<Record<MailboxRow['approval_expiry'], number | null>> = {
  '24h': 24 * HOUR,
  '72h': 72 * HOUR,
  '7d': 7 * DAY,
  never: null,
};

const DAEMON: Actor = { type: 'system', id: 'approval_expiry' };
const jobPayload = z.object({ message_id: z.string() });

/** Schedules the expiry of a wait that begins now; returns its time, or null for never. */
export async function planApprovalExpiry(
  transaction: Transaction,
  messageId: string,
  expiry: MailboxRow['approval_expiry'],
): Promise<number | null> {
  const time = TIME_OF[expiry];
  if (time === null) return null;
  return planExpiry(transaction, messageId, time);
}

async function planExpiry(transaction: Transaction, messageId: string, time: number): Promise<number> {
  const dueAt = transaction.now + time;
  await transaction.schedule({
    kind: APPROVAL_EXPIRY,
    dueAt,
    payload: { message_id: messageId },
  });
  return dueAt;
}

/** Denies a message that still waits. A decided one stays as it is; one in dispatch may return to waiting. */
export async function expireApproval(context: Context, payload: unknown): Promise<void> {
  const { message_id: messageId } = jobPayload.parse(payload);
  await context.store.write(async (transaction) => {
    const outgoing = await loadOutgoing(transaction.db, messageId);
    if (!outgoing) return;
    if (outgoing.state === 'dispatching') await planExpiry(transaction, messageId, MINUTE);
    if (!(await moveState(transaction, messageId, ['pending_review', 'blocked']))) return;
    await refundMessage(transaction, messageId);
    await recordReview(transaction, messageId, { resolution: 'expired', actor: DAEMON, ...NO_REASON });
    await transaction.audit({
      kind: 'message.review.expired',
      accountId: outgoing.account_id,
      mailboxId: outgoing.mailbox_id,
      actor: DAEMON,
      target: messageId,
    });
    await transaction.emit({
      type: 'message.review_resolved',
      accountId: outgoing.account_id,
      mailboxId: outgoing.mailbox_id,
      data: {
        ...messageFields(outgoing),
        resolution: 'expired',
        status: 'blocked',
        reason: null,
        actor_type: DAEMON.type,
        actor_id: DAEMON.id,
        resolved_at: isoTime(transaction.now),
      },
    });
    transaction.wake('mailbox', outgoing.mailbox_id);
  });
}
