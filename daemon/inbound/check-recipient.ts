import type { Context } from '../context.ts';
import { routeAddress } from '../mailboxes/route-address.ts';
import { reportAddress } from './reports/address.ts';

/** What the listener may be told about a recipient. */
export type RecipientDecision = 'accepted' | 'unknown' | 'not_local' | 'deferred' | 'over_storage';

/** Whether mail for an address is taken just now. */
export async function checkRecipient(context: Context, address: string): Promise<RecipientDecision> {
  if (reportAddress(context.secrets, context.config.platformDomain, address)) return 'accepted';
  const route = await routeAddress(context.store.read, context.config.platformDomain, address);
  switch (route.kind) {
    case 'mailbox':
    case 'postmaster':
      return 'accepted';
    case 'paused':
      return 'deferred';
    case 'elsewhere':
      return 'not_local';
    default:
      return route.kind;
  }
}
