import type {
  MessageDetail,
  MessageListItem,
  NamedAddress,
  SentRecipient,
} from '../../../shared/contract/messages.ts';
import type { HeaderAddresses } from '../../platform/system/header-addresses.ts';
import { lowerAscii } from '../../platform/system/mail-address.ts';
import { recipientsField } from './recipients.ts';
import { replyAddress } from './reply-address.ts';
import type { MessageRow } from './table.ts';

/** Who a message is from and to, as its readers get it. */

type AddressFields = Pick<
  MessageListItem,
  | 'from'
  | 'to'
  | 'cc'
  | 'bcc'
  | 'reply_to'
  | 'delivered_to'
  | 'addresses_left_out'
  | 'recipients'
  | 'partially_delivered'
>;

/** The reader, as far as addresses depend on them. */
interface AddressReader {
  /** The reader gets no text of the sender, and so no name and nobody that the header names. */
  readonly isWithheld: boolean;
  /** Name that the mailbox sends with. */
  readonly ownName: string;
}

/** Stands for the address of somebody else where the mailbox redacts. */
const REDACTED_ADDRESS = '<EMAIL_ADDRESS>';

const NOTHING: HeaderAddresses = {};

export function addressFields(row: MessageRow, reader: AddressReader): AddressFields {
  if (row.direction === 'outbound') return outboundFields(row, reader.ownName);
  const delivered = [row.recipient, ...(row.other_recipients ?? [])];
  if (reader.isWithheld) {
    const from = { name: null, address: row.sender };
    return { from, to: [], cc: [], bcc: [], reply_to: null, delivered_to: delivered };
  }
  // Mail of earlier versions has no addresses of its header.
  const header = row.header_addresses ?? { to: delivered.map((address) => ({ address, name: null })) };
  const shown = shownBy(row, [row.sender, ...delivered]);
  return {
    from: shown({ address: row.sender, name: header.from_name ?? null }),
    to: (header.to ?? []).map(shown),
    cc: (header.cc ?? []).map(shown),
    bcc: [],
    reply_to: header.reply_to?.map((each) => shownBy(row, [each.address])(each)) ?? null,
    delivered_to: delivered,
    ...(header.left_out && { addresses_left_out: header.left_out }),
  };
}

function outboundFields(row: MessageRow, name: string): AddressFields {
  const shown = row.recipient === '' ? [] : recipientsField(row).recipients;
  const inRole = (role: SentRecipient['role']) =>
    shown
      .filter((each) => each.role === role && each.status !== 'skipped')
      .map((each) => ({ name: each.name, address: each.address }));
  return {
    ...recipientsField(row),
    from: { name, address: row.sender },
    to: inRole('to'),
    cc: inRole('cc'),
    bcc: inRole('bcc'),
    reply_to: ownReplyTo(row),
    delivered_to: [],
  };
}

/** Where answers to a message of the mailbox go, if not to its sender. */
export function ownReplyTo(row: MessageRow): NamedAddress[] | null {
  const address = replyAddress(row);
  return address === null ? null : [{ name: null, address }];
}

/** Fields that a mailing list adds. */
export function listFields(
  row: MessageRow,
  { isWithheld }: Pick<AddressReader, 'isWithheld'>,
): Pick<MessageDetail, 'list' | 'followup_to'> {
  const { list = null, followup_to: followup = [] } = isWithheld
    ? NOTHING
    : (row.header_addresses ?? NOTHING);
  const { id = null, post = null, unsubscribe = [], one_click = false } = list ?? {};
  // Such links name the reader.
  const links = row.pii_mode === 'passthrough' ? [...unsubscribe] : [];
  return {
    list: list && { id, post, unsubscribe: links, one_click },
    followup_to: followup.map(shownBy(row, [row.sender, row.recipient])),
  };
}

/**
 * How a mailbox shows addresses. Where it redacts, names are left out, and addresses of people other than
 * `known`.
 */
function shownBy({ pii_mode: mode }: MessageRow, known: readonly string[]) {
  const open = new Set(known.map(lowerAscii));
  return ({ address, name }: NamedAddress): NamedAddress => {
    if (mode === 'passthrough') return { name, address };
    return { name: null, address: open.has(lowerAscii(address)) ? address : REDACTED_ADDRESS };
  };
}
