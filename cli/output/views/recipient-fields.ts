import type { SentRecipient } from '../../../shared/contract/messages.ts';
import { namedAddress } from '../../../shared/named-address.ts';
import { noteWords, statusWords } from '../../../shared/recipient-words.ts';
import { type Cell, warning } from './document.ts';

interface ShownRecipients {
  readonly recipient: string;
  readonly recipients?: readonly SentRecipient[] | undefined;
}

type Field = readonly [string, Cell];

/** The recipients of a message: each with its status once it has one, and with notes for a reviewer. */
export function recipientFields({ recipient, recipients = [] }: ShownRecipients): Field[] {
  const [first] = recipients;
  const isPlain = recipients.length < 2 && !first?.name && !first?.notes;
  if (!first || isPlain) return [['to', recipient]];
  return recipients.map((each) => [
    each.role,
    cellOf(each, each.status === 'pending' ? '' : statusWords(each)),
  ]);
}

/** Recipients of a send with the status of each; none of a single plain address. */
export function outcomeFields(recipients: readonly SentRecipient[] = []): Field[] {
  return recipients.map((each) => [each.role, cellOf(each, statusWords(each))]);
}

function cellOf(recipient: SentRecipient, status: string): Cell {
  const remarks = [status, noteWords(recipient)].filter((words) => words !== '').join('; ');
  const text = remarks === '' ? namedAddress(recipient) : `${namedAddress(recipient)}, ${remarks}`;
  const isUsual = recipient.status === 'delivered' || recipient.status === 'pending';
  return isUsual && !recipient.notes ? text : warning(text);
}
