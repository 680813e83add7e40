import type { CallOf, ReplyOf } from '../../shared/contract/endpoint.ts';
import type { releaseMessage as contract } from '../../shared/contract/review.ts';
import type { Principal } from '../access/principal.ts';
import type { Context } from '../context.ts';
import { ServiceError } from '../errors.ts';
import { transition } from '../messages/transitions/transition.ts';
import { isKeptFromText } from '../messages/withheld.ts';
import { accountScope } from '../store/lock-scope.ts';
import { assertLive, assertMayRelease, decidedMeanwhile, loadHeld, readReason } from './held.ts';
import { assertNotSuspended } from './recheck.ts';
import { sendHeld } from './send-held.ts';

/** Releases a quarantined message: an inbound one becomes readable, an outbound one is sent. */
export async function releaseMessage(
  context: Context,
  principal: Principal,
  { params: { id }, body }: CallOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const held = await loadHeld(context, principal, { id, state: 'quarantined' });
  assertLive(held.mailbox);
  assertMayRelease(held);
  const given = await readReason(context, held, body);
  const { actor } = principal;
  if (held.message.direction === 'outbound') {
    const status = await sendHeld(context, held, { kind: 'release', actor, ...given });
    return { status, message_id: held.message.id };
  }
  if (isKeptFromText(principal, held.mailbox)) {
    throw new ServiceError('INSUFFICIENT_SCOPE', { reason: 'content_withheld' });
  }
  await assertNotSuspended(context, held);
  const { message } = held;
  const change = { to: 'available', cause: 'released', actor, given } as const;
  const moved = await context.store.write(accountScope(message), (transaction) =>
    transition(transaction, message, change),
  );
  if (!moved) throw await decidedMeanwhile(context, id);
  return { status: 'released', message_id: id };
}
