import type { MailContext } from '../context.ts';
import { type Subscription, unsubscribeToken } from './token.ts';

/** Path of the page. */
export const UNSUBSCRIBE_PATH = '/unsubscribe/:token';

/**
 * The link for one-click unsubscribing, or null when recipients couldn't reach it: a link to this machine
 * only works while no mail leaves it. `leaves`: this mail does, whatever the transport is.
 */
export function unsubscribeLink(
  { config, links, secrets, transport }: Pick<MailContext, 'config' | 'links' | 'secrets' | 'transport'>,
  { leaves, ...subscription }: Subscription & { readonly leaves: boolean },
): string | null {
  if (config.publicBase === null && (leaves || transport.leavesMachine)) return null;
  return links.to(UNSUBSCRIBE_PATH.replace(':token', unsubscribeToken(secrets, subscription)));
}
