import { type DeliveryTarget, routeAddress } from '../../rules/mailboxes/route-address.ts';
import type { MailContext } from '../context.ts';
import { reportAddress } from './report-address.ts';

/** One copy of an arriving message: for a mailbox, or for the service. */
export interface MailCopy {
  /** Null for reports and for the postmaster's mail. */
  readonly mailbox: DeliveryTarget | null;
  /** Envelope recipients that lead there, in their order; at least one. */
  readonly addresses: readonly string[];
}

/**
 * Groups recipients by mailbox, so that a mailbox stores a message once for all of its subaddresses. Mail for
 * the service is stored once per address.
 */
export async function copiesOf(
  context: Pick<MailContext, 'clock' | 'config' | 'secrets' | 'store'>,
  recipients: readonly string[],
): Promise<readonly MailCopy[]> {
  const mailboxes = new Map<string, { readonly mailbox: DeliveryTarget; readonly addresses: string[] }>();
  const copies: MailCopy[] = [];
  for (const address of recipients) {
    const mailbox = await mailboxOf(context, address);
    const known = mailbox && mailboxes.get(mailbox.id);
    if (known) {
      known.addresses.push(address);
      continue;
    }
    const copy = { mailbox, addresses: [address] };
    copies.push(copy);
    if (mailbox) mailboxes.set(mailbox.id, { mailbox, addresses: copy.addresses });
  }
  return copies;
}

async function mailboxOf(
  context: Pick<MailContext, 'clock' | 'config' | 'secrets' | 'store'>,
  address: string,
): Promise<DeliveryTarget | null> {
  const { clock, config, store } = context;
  if (await reportAddress(context, store.read, address)) return null;
  const route = await routeAddress(store.read, config.platformDomain, { address, now: clock.now() });
  return route.kind === 'mailbox' ? route.mailbox : null;
}
