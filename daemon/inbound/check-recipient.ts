import type { Context } from '../context.ts';
import { routeAddress } from '../mailboxes/route-address.ts';
import { reportAddress } from './reports/address.ts';

/** What the listener may be told about a recipient. */
export type RecipientDecision = 'accepted' | 'unknown' | 'not_local' | 'deferred' | 'over_storage';

/** Whether mail of so many bytes for an address is taken just now. */
export async function checkRecipient(
  context: Context,
  address: string,
  bytes: number,
): Promise<RecipientDecision> {
  const { platformDomain } = context.config;
  if (await reportAddress(context, context.store.read, address)) return 'accepted';
  const route = await routeAddress(context.store.read, platformDomain, address, bytes);
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
