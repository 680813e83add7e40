import { invalidField } from '../../platform/errors/service-error.ts';
import { lowerAscii, withoutTag } from '../../platform/system/mail-address.ts';
import { isHeldBack, isKeptFromText } from '../../rules/mailboxes/withheld.ts';
import type { MailContext } from '../context.ts';
import { type Answering, answerAddress } from './answer-address.ts';
import { type Addressees, addresseesOf, asWritten, readRecipients } from './recipients.ts';

/**
 * The recipients of an answer: where the sender wants it, and with `all` everybody whom To and Cc name, but
 * not the mailbox itself. Nobody is a participant for being named: the gates decide about each.
 */
export async function answerRecipients(
  context: MailContext,
  answering: Answering,
  all: boolean,
): Promise<Addressees> {
  const { answered, mailbox, principal } = answering;
  const address = await answerAddress(context, answering);
  const plain = addresseesOf([{ address, name: null, role: 'to' }]);
  // Its readers don't get the header of such a message.
  const isHidden = isHeldBack(answered) && isKeptFromText(principal, mailbox);
  const header = isHidden ? null : answered.header_addresses;
  if (!all || header === null) return plain;
  if (principal.origin === 'agent' && mailbox.pii_mode !== 'passthrough') {
    throw invalidField('all', "must not be true: this mailbox redacts the others' addresses", 422);
  }
  const own = new Set(
    [mailbox.address, answered.recipient, ...(answered.other_recipients ?? [])].map(withoutTag),
  );
  const others = (list: typeof header.to = []) =>
    list.filter((each) => !own.has(withoutTag(each.address))).map(asWritten);
  const name = lowerAscii(address) === lowerAscii(answered.sender) ? (header.from_name ?? null) : null;
  return readRecipients(context, {
    to: [asWritten({ address, name }), ...others(header.to)],
    cc: others(header.cc),
  });
}
