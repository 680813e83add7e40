import type { SendReply } from '../../../shared/contract/messages.ts';
import { type Principal, reaches } from '../../access/principal.ts';
import { notFound, ServiceError } from '../../platform/errors/service-error.ts';
import type { MailContext } from '../context.ts';
import { selectMessages } from '../messages/table.ts';
import { sendAnswer } from './answer.ts';
import { findBoundKey, inFlight } from './idempotency.ts';

/** Returns the result of the send with a key; changes nothing. */
export async function probeIdempotency(
  context: MailContext,
  principal: Principal,
  key: string | null,
): Promise<SendReply> {
  if (key === null) throw new ServiceError('IDEMPOTENCY_KEY_REQUIRED');
  const bound = await findBoundKey(context.store.read, principal.account.id, key);
  if (!bound) {
    const claimedBy = context.claims.claimedBy(principal.account.id, key);
    if (claimedBy !== undefined && reaches(principal, claimedBy)) throw inFlight();
    throw notFound('No send has this idempotency key.');
  }
  if (!reaches(principal, bound.mailbox_id)) {
    throw notFound('No send has this idempotency key.');
  }
  if (bound.namespace === 'draft') throw new ServiceError('IDEMPOTENCY_KEY_BOUND_TO_DRAFT');
  const row = await selectMessages(context.store.read)
    .where('messages.id', '=', bound.message_id)
    .executeTakeFirstOrThrow();
  return sendAnswer(context, principal, row);
}
