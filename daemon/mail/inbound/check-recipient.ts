import { type DeliveryTarget, routeAddress } from '../../rules/mailboxes/route-address.ts';
import type { MailContext } from '../context.ts';
import type { RecipientRefusal } from './recipient-gone.ts';
import { reportAddress } from './report-address.ts';
import { roomForUnowned } from './unowned.ts';

/** Where mail to an accepted recipient is stored; null for mail of the service. */
export type RecipientPlace = DeliveryTarget | null;

/** Answer about a recipient, for the SMTP listener. */
export type RecipientAnswer = RecipientRefusal | { readonly place: RecipientPlace };

/** Facts of the mail transaction. */
export interface RecipientOffer {
  /** Bytes that the client declared; 0 without. */
  readonly size: number;
  /** The peer's address. */
  readonly from: string;
  /** Places of the recipients that the transaction already has. */
  readonly places: readonly RecipientPlace[];
}

/** Decides whether an address accepts mail now, besides what the same transaction has for its account. */
export async function checkRecipient(
  context: MailContext,
  address: string,
  offer: RecipientOffer,
): Promise<RecipientAnswer> {
  const { clock, config, room, store } = context;
  if (!store.cluster.isTrusted) return 'unavailable';
  if (!(await room.hasDiskFor(offer.size))) return 'no_disk';
  if (await reportAddress(context, store.read, address)) return checkUnowned(context, offer);
  const route = await routeAddress(store.read, config.platformDomain, {
    address,
    now: clock.now(),
    bytes: (mailbox) => offer.size * copiesWith(mailbox, offer.places) + room.arrivingFor(mailbox.account_id),
  });
  switch (route.kind) {
    case 'mailbox':
      return context.intake.depth < context.settings.get('scanning.backlog')
        ? { place: route.mailbox }
        : 'backlog';
    case 'postmaster':
      return checkUnowned(context, offer);
    case 'paused':
      return 'deferred';
    case 'elsewhere':
      return 'not_local';
    default:
      return route.kind;
  }
}

async function checkUnowned(
  context: MailContext,
  { from, places, size }: RecipientOffer,
): Promise<RecipientAnswer> {
  const copies = places.filter((place) => place === null).length + 1;
  const room = await roomForUnowned(context, context.store.read, { from, size, copies });
  return room === 'accepted' ? { place: null } : room;
}

/** Copies that the mailbox's account stores of a message when the mailbox is one more recipient. */
function copiesWith(mailbox: DeliveryTarget, places: readonly RecipientPlace[]): number {
  const mailboxes = new Set([mailbox.id]);
  for (const place of places) if (place?.account_id === mailbox.account_id) mailboxes.add(place.id);
  return mailboxes.size;
}
