import { prepareQuery } from '../../platform/store/prepared.ts';
import type { Queries } from '../../platform/store/store.ts';
import { lowerAscii } from '../../platform/system/mail-address.ts';
import type { MessageRow } from '../messages/table.ts';

type NotedMessage = Pick<MessageRow, 'sender' | 'header_addresses'>;

/**
 * Why an answer goes where it goes; null unless the answered message has a Reply-To that isn't its sender.
 */
export function recipientNote({ sender, header_addresses: header }: NotedMessage, to: string): string | null {
  const wanted = (header?.reply_to ?? []).map(({ address }) => lowerAscii(address));
  if (wanted.length === 0 || wanted.includes(lowerAscii(sender))) return null;
  const recipient = lowerAscii(to);
  const isSeveral = wanted.length > 1;
  if (wanted.includes(recipient)) {
    const which = isSeveral
      ? `, the first of its ${wanted.length} addresses that this mailbox may answer`
      : '';
    return `Goes to the Reply-To of the message${which}, not to its sender.`;
  }
  if (recipient !== lowerAscii(sender)) return null;
  return isSeveral
    ? `Goes to the sender: this mailbox may answer none of the message's ${wanted.length} Reply-To addresses.`
    : "Goes to the sender: this mailbox may not answer the message's Reply-To.";
}

const findAnswered = prepareQuery<{ id: string }>()((db, param) =>
  db.selectFrom('messages').select(['sender', 'header_addresses']).where('id', '=', param('id')),
);

/** The field of an answer to the message with this id. */
export async function recipientNoteField(
  db: Queries,
  { answers_id: id, recipient }: Pick<MessageRow, 'answers_id' | 'recipient'>,
): Promise<{ readonly recipient_note?: string }> {
  if (id === null) return {};
  const [answered] = (await findAnswered(db, { id })).rows;
  const note = answered ? recipientNote(answered, recipient) : null;
  return note === null ? {} : { recipient_note: note };
}
