import type { BodyOf, ReplyOf } from '../../shared/contract/endpoint.ts';
import type { releaseMessage as contract } from '../../shared/contract/review.ts';
import type { Principal } from '../access/principal.ts';
import type { Context } from '../context.ts';
import { ServiceError } from '../errors.ts';
import { type ReasonGiven, recordReview } from '../messages/review.ts';
import { moveState } from '../messages/states.ts';
import { isKeptFromText } from '../messages/withheld.ts';
import { isoTime } from '../system/iso-time.ts';
import { assertLive, assertMayRelease, decidedMeanwhile, type Held, loadHeld, readReason } from './held.ts';
import { assertNotSuspended } from './recheck.ts';
import { sendHeld } from './send-held.ts';

/** Releases a quarantined message: an inbound one becomes readable, an outbound one is sent. */
export async function releaseMessage(
  context: Context,
  principal: Principal,
  id: string,
  body: BodyOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const held = await loadHeld(context, principal, id, 'quarantined');
  assertLive(held.mailbox);
  assertMayRelease(principal, held.message);
  const given = await readReason(context, held, body);
  const { actor } = principal;
  if (held.message.direction === 'outbound') {
    const status = await sendHeld(context, principal, held, { kind: 'release', actor, ...given });
    return { status, message_id: held.message.id };
  }
  if (isKeptFromText(principal, held.mailbox)) {
    throw new ServiceError('INSUFFICIENT_SCOPE', { reason: 'content_withheld' });
  }
  await assertNotSuspended(context, principal, held);
  await letIn(context, principal, held, given);
  return { status: 'released', message_id: held.message.id };
}

async function letIn(
  context: Context,
  principal: Principal,
  { message }: Held,
  given: ReasonGiven,
): Promise<void> {
  const moved = await context.store.write(async (transaction) => {
    if (!(await moveState(transaction, message.id, ['quarantined', 'available']))) return false;
    await recordReview(transaction, message.id, {
      resolution: 'released',
      actor: principal.actor,
      ...given,
    });
    await transaction.audit({
      kind: 'message.hold.released',
      accountId: message.account_id,
      mailboxId: message.mailbox_id,
      actor: principal.actor,
      target: message.id,
      before: message.hold_context === null ? null : JSON.parse(message.hold_context),
      after: 'available',
      ...(given.reason !== null && { reason: given.reason }),
    });
    await transaction.emit({
      type: 'message.received',
      accountId: message.account_id,
      mailboxId: message.mailbox_id,
      data: {
        message_id: message.id,
        mailbox_id: message.mailbox_id,
        sender: message.sender,
        recipient: message.recipient,
        subject: message.subject,
        received_at: isoTime(message.created_at),
        released: true,
      },
    });
    transaction.wake('mailbox', message.mailbox_id);
    return true;
  });
  if (!moved) throw await decidedMeanwhile(context, message.id);
}
