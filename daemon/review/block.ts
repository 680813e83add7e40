import type { CallOf, ReplyOf } from '../../shared/contract/endpoint.ts';
import type { blockMessage as contract } from '../../shared/contract/review.ts';
import type { Principal } from '../access/principal.ts';
import type { Context } from '../context.ts';
import { loadHeld, readReason } from './held.ts';
import { refuseHeld } from './refuse.ts';

/** Blocks a quarantined message, in either direction. */
export async function blockMessage(
  context: Context,
  principal: Principal,
  { params: { id }, body }: CallOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const held = await loadHeld(context, principal, { id, state: 'quarantined' });
  const given = await readReason(context, held, body);
  await refuseHeld(context, { held, kind: 'block', given });
  return { status: 'blocked', message_id: held.message.id };
}
