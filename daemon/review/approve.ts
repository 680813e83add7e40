import type { CallOf, ReplyOf } from '../../shared/contract/endpoint.ts';
import type { approveMessage as contract } from '../../shared/contract/review.ts';
import type { Principal } from '../access/principal.ts';
import type { Context } from '../context.ts';
import { assertLive, loadHeld, readReason } from './held.ts';
import { assertNote } from './note.ts';
import { sendHeld } from './send-held.ts';

/** Approves a held message and sends it. */
export async function approveMessage(
  context: Context,
  principal: Principal,
  { params: { id }, body }: CallOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const held = await loadHeld(context, principal, { id, state: 'pending_review' });
  assertLive(held.mailbox);
  const given = await readReason(context, held, body);
  assertNote(held, given.reason);
  const decision = { kind: 'approve', actor: principal.actor, ...given } as const;
  const status = await sendHeld(context, held, decision);
  return { status, message_id: held.message.id };
}
