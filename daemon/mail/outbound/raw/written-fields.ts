import type { WrittenMail } from '../../../content/analysis/tasks.ts';
import { cleanName } from '../../../content/mime/display-name.ts';
import type { ParsedAddress } from '../../../content/mime/parse.ts';
import { invalidField } from '../../../platform/errors/service-error.ts';
import { lowerAscii, splitTag } from '../../../platform/system/mail-address.ts';
import type { MailboxRow } from '../../../rules/mailboxes/table.ts';
import { asWritten } from '../recipients.ts';
import type { SendBody } from '../send.ts';

/** The recipients of a written message, in the lists of a send. */
export type WrittenRecipients = Record<'to' | 'cc' | 'bcc', string[]>;

/**
 * The recipients of the envelope: those whom To and Cc name, with their names, and as Bcc the others. Without
 * an envelope, everybody whom the header names.
 */
export function recipientsOfMail(
  mail: Pick<WrittenMail, 'to' | 'cc' | 'bcc'>,
  envelope: readonly string[] | null,
): WrittenRecipients {
  if (envelope === null) return { to: all(mail.to), cc: all(mail.cc), bcc: all(mail.bcc) };
  const left = new Map(envelope.map((address) => [lowerAscii(address), address]));
  const take = (named: readonly ParsedAddress[]) =>
    named.filter(({ address }) => left.delete(lowerAscii(address)));
  const [to, cc] = [all(take(mail.to)), all(take(mail.cc))];
  const others = [...left.values()];
  // No header names its only recipient, as of a message that is piped to sendmail.
  const isPlain = to.length === 0 && cc.length === 0 && others.length === 1;
  return isPlain ? { to: others, cc, bcc: [] } : { to, cc, bcc: others };
}

function all(addresses: readonly ParsedAddress[]): string[] {
  return addresses.map(({ address, name }) => asWritten({ address, name: cleanName(name) }));
}

/** The address that a message is from, without its instance. */
export function mailboxNamedBy({ from }: Pick<WrittenMail, 'from'>): string {
  if (from === null) throw invalidField('From', 'must name a mailbox', 422);
  const at = from.address.lastIndexOf('@');
  return splitTag(from.address.slice(0, at)).name + from.address.slice(at);
}

type SenderFields = Pick<SendBody, 'subaddress_instance_id' | 'subaddress_mode'>;

/** The instance of a From like `name+instance@domain`. Refuses one of somebody else. */
export function senderFields(
  { from, otherAuthors }: Pick<WrittenMail, 'from' | 'otherAuthors'>,
  { address }: Pick<MailboxRow, 'address'>,
): SenderFields {
  if (from === null) return {};
  if (otherAuthors.length > 0) throw invalidField('From', 'must name one address', 422);
  const at = from.address.lastIndexOf('@');
  const { name, tag } = splitTag(lowerAscii(from.address.slice(0, at)));
  if (`${name}${lowerAscii(from.address.slice(at))}` !== lowerAscii(address)) {
    throw invalidField('From', `must be ${address}`, 422);
  }
  return tag === null ? {} : { subaddress_instance_id: tag, subaddress_mode: 'from' };
}

/** The mailbox that gets the answers, where it isn't the sender. */
export function replyToField(
  { replyTo, from }: Pick<WrittenMail, 'replyTo' | 'from'>,
  mailbox: Pick<MailboxRow, 'address'>,
): Pick<SendBody, 'reply_to'> {
  if (replyTo.length > 1) throw invalidField('Reply-To', 'must name one mailbox', 422);
  const own = [mailbox.address, from?.address ?? ''].map(lowerAscii);
  const [only] = replyTo.filter(({ address }) => !own.includes(lowerAscii(address)));
  return only ? { reply_to: only.address } : {};
}
