import type { Context } from '../context.ts';
import { routeAddress } from '../mailboxes/route-address.ts';
import { reportAddress } from './report-address.ts';
import { roomForUnowned } from './unowned.ts';

/** Decision about a recipient, for the SMTP listener. */
export type RecipientDecision =
  | 'accepted'
  | 'unavailable'
  | 'unknown'
  | 'not_local'
  | 'deferred'
  | 'backlog'
  | 'over_storage'
  | 'too_large';

/** Decides whether an address accepts mail now. `size` is in bytes; `from` is the peer's address. */
export async function checkRecipient(
  context: Context,
  address: string,
  offer: { readonly size: number; readonly from: string },
): Promise<RecipientDecision> {
  const { config, store } = context;
  if (!store.cluster.isTrusted) return 'unavailable';
  if (await reportAddress(context, store.read, address)) return roomForUnowned(context, store.read, offer);
  const route = await routeAddress(store.read, config.platformDomain, { address, bytes: offer.size });
  switch (route.kind) {
    case 'mailbox':
      return context.intake.depth < context.settings.get('scanning.backlog') ? 'accepted' : 'backlog';
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
