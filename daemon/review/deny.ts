import type { CallOf, ReplyOf } from '../../shared/contract/endpoint.ts';
import type { denyMessage as contract } from '../../shared/contract/review.ts';
import type { Principal } from '../access/principal.ts';
import type { Context } from '../context.ts';
import { loadHeld, readReason } from './held.ts';
import { assertNote } from './note.ts';
import { refuseHeld } from './refuse.ts';

/** Denies a held message. */
export async function denyMessage(
  context: Context,
  principal: Principal,
  { params: { id }, body }: CallOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const held = await loadHeld(context, principal, { id, state: 'pending_review' });
  const given = await readReason(context, held, body);
  assertNote(held, given.reason);
  await refuseHeld(context, { held, kind: 'deny', given });
  return { status: 'denied', message_id: held.message.id };
}
