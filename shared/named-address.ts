import type { MessageDetail, NamedAddress, SentRecipient } from './contract/messages.ts';

/**
 * Addresses with their names, for people. A name is the sender's word, so its address is always beside it.
 */

/** Characters that could make a name look like an address, or end it. */
const MISLEADING = /["<>@,;:\\]/;

/** The name as it is shown before its address; empty without one. */
export function shownName({ name }: Pick<NamedAddress, 'name'>): string {
  if (name === null) return '';
  return MISLEADING.test(name) ? `"${name.replaceAll('"', "'")}"` : name;
}

/** `Ann Miller <ann@example.com>`, or the address alone. */
export function namedAddress(party: NamedAddress): string {
  const name = shownName(party);
  return name === '' ? party.address : `${name} <${party.address}>`;
}

/** Shown addresses of a list that a stranger wrote. */
const MOST_SHOWN = 10;

function listed(addresses: readonly NamedAddress[], leftOut = 0): string {
  const shown = addresses.slice(0, MOST_SHOWN).map(namedAddress).join(', ');
  const more = addresses.length - Math.min(addresses.length, MOST_SHOWN) + leftOut;
  return more > 0 ? `${shown} and ${more} more` : shown;
}

/** A labelled line about the people of a message. */
export interface AddressRow {
  readonly label: string;
  readonly text: string;
}

/** Fields that daemons of earlier versions leave out are optional. */
type AddressedMessage = Pick<MessageDetail, 'direction' | 'sender' | 'recipient'> &
  Partial<
    Pick<
      MessageDetail,
      | 'from'
      | 'to'
      | 'cc'
      | 'bcc'
      | 'reply_to'
      | 'delivered_to'
      | 'addresses_left_out'
      | 'list'
      | 'reply_recipient'
      | 'recipients'
    >
  >;

/** Everybody that a message names besides its sender, and where a reply goes if that isn't the sender. */
export function addressRows(message: AddressedMessage): AddressRow[] {
  const { recipient, to = [], cc = [], bcc = [], reply_to = null, delivered_to: delivered = [] } = message;
  const { addresses_left_out: left = {}, list = null, reply_recipient: answer } = message;
  const named = [...to, ...cc].map(({ address }) => address.toLowerCase());
  const isNamed = delivered.some((address) => named.includes(address.toLowerCase()));
  const asksElsewhere = reply_to?.some(({ address }) => !isSame(address, message.sender)) ?? false;
  const listText = [list?.id ?? null, list?.post ?? null].filter((part) => part !== null).join(', ');
  return [
    row('To', to.length === 0 ? recipient : listed(to, left.to)),
    row('Cc', listed(cc, left.cc)),
    row('Bcc', listed(bcc)),
    row('Envelope', to.length > 0 && !isNamed ? delivered.join(', ') : ''),
    row('Reply-To', asksElsewhere ? listed(reply_to ?? [], left.reply_to) : ''),
    row('List', listText),
    row('A reply', answer?.note ? `to ${answer.address}. ${answer.note}` : ''),
  ].flat();
}

function row(label: string, text: string): AddressRow[] {
  return text === '' ? [] : [{ label, text }];
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** The sender with its name. */
export function senderOf({ from, sender }: Pick<AddressedMessage, 'from' | 'sender'>): NamedAddress {
  return from ?? { name: null, address: sender };
}

/**
 * The other side of a message: its sender, or for own mail its first recipient and the number of the others.
 */
export function otherParty(message: AddressedMessage): NamedAddress {
  if (message.direction === 'inbound') return senderOf(message);
  const first = message.to?.[0] ?? { name: null, address: message.recipient };
  return { ...first, address: withOthers(first.address, message.recipients) };
}

/** The first recipient of a message, and how many others there are. */
export function withOthers(first: string, recipients: readonly Pick<SentRecipient, 'status'>[] = []): string {
  const others = recipients.filter(({ status }) => status !== 'skipped').length - 1;
  return others > 0 ? `${first} +${others}` : first;
}
