import type { Context } from '../context.ts';
import { routeAddress } from '../mailboxes/route-address.ts';
import { reportAddress } from './reports/address.ts';
import { roomForUnowned } from './unowned.ts';

/** What the listener may be told about a recipient. */
export type RecipientDecision =
  | 'accepted'
  | 'unknown'
  | 'not_local'
  | 'deferred'
  | 'over_storage'
  | 'too_large';

/** Decides whether mail for an address is accepted at the moment. `size` is in bytes, `from` the address of the peer. */
export async function checkRecipient(
  context: Context,
  address: string,
  offer: { readonly size: number; readonly from: string },
): Promise<RecipientDecision> {
  const { config, store } = context;
  if (await reportAddress(context, store.read, address)) return roomForUnowned(context, store.read, offer);
  const route = await routeAddress(store.read, config.platformDomain, address, offer.size);
  switch (route.kind) {
    case 'mailbox':
      return 'accepted';
    case 'postmaster':
      return roomForUnowned(context, store.read, offer);
    case 'paused':
      return 'deferred';
    case 'elsewhere':
      return 'not_local';
    default:
      return route.kind;
  }
}
