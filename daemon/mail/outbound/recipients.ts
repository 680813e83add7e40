import { isDeepStrictEqual } from 'node:util';
import type { ErrorCode } from '../../../shared/contract/errors.ts';
import { readAddressField } from '../../content/mime/addresses.ts';
import { cleanName } from '../../content/mime/display-name.ts';
import { invalidField } from '../../platform/errors/service-error.ts';
import type { MessagesTable, StoredRecipient } from '../../platform/store/schema.ts';
import { lowerAscii } from '../../platform/system/mail-address.ts';
import { fromDisplay } from '../../rules/mailboxes/display-name.ts';
import { isSimulated } from '../../rules/recipients/simulator.ts';
import type { MailContext } from '../context.ts';

/** A recipient as a message names them. */
export type Recipient = Pick<StoredRecipient, 'address' | 'name' | 'role'>;

/** A recipient who doesn't get a message that the others get. */
export interface SkippedRecipient extends Recipient {
  /** Of the refusal. */
  readonly code: ErrorCode;
}

/** The column of a message. */
export interface StoredList {
  readonly recipients: readonly StoredRecipient[] | null;
}

/** The fields of a request that name recipients. */
export interface NamedFields {
  readonly to?: string | readonly string[] | undefined;
  readonly cc?: readonly string[] | undefined;
  readonly bcc?: readonly string[] | undefined;
}

/** Who gets a message: `to` first, and the whole list unless that is a single plain address. */
export interface Addressees {
  readonly to: string;
  readonly recipients: readonly Recipient[] | null;
}

export const NOBODY: Addressees = { to: '', recipients: null };

/** Control characters have no place in an address. */
const CONTROL = /\p{Cc}/u;
/**
 * The recipients that a request names, each once: an address in two lists counts in the first of `to`, `cc`
 * and `bcc`. Rules check the addresses later.
 */
export function readRecipients(context: Pick<MailContext, 'settings'>, fields: NamedFields): Addressees {
  const { to = [], cc = [], bcc = [] } = fields;
  const named = [
    ...[to].flat().map((written) => readRecipient(written, 'to')),
    ...cc.map((written) => readRecipient(written, 'cc')),
    ...bcc.map((written) => readRecipient(written, 'bcc')),
  ];
  const recipients = withoutDuplicates(named);
  const limit = context.settings.get('sending.max_recipients');
  if (recipients.length > limit) throw invalidField('to', `must not name more than ${limit} recipients`, 422);
  return addresseesOf(recipients);
}

/** A list in the form in which it's stored. */
export function addresseesOf(recipients: readonly Recipient[]): Addressees {
  const [first] = recipients;
  if (!first) return NOBODY;
  const isPlain = recipients.length === 1 && first.name === null && first.role === 'to';
  return { to: first.address, recipients: isPlain ? null : recipients };
}

/** The recipients of a stored message who wait for it, as they were named. */
export function waitingAddressees(message: Pick<MessagesTable, 'recipient'> & StoredList): Addressees {
  if (message.recipients === null) return { to: message.recipient, recipients: null };
  return addresseesOf(
    message.recipients
      .filter(({ status }) => status === 'pending' || status === 'deferred')
      .map(({ address, name, role }) => ({ address, name, role })),
  );
}

/** Stored recipients with the fields that a request names in place of the stored ones. */
export function changedRecipients(
  context: Pick<MailContext, 'settings'>,
  stored: Addressees,
  fields: NamedFields,
): Addressees {
  const { to, cc, bcc } = fields;
  if (to === undefined && cc === undefined && bcc === undefined) return stored;
  const kept = recipientsOf(stored);
  const writtenAs = (role: Recipient['role']) => kept.filter((each) => each.role === role).map(asWritten);
  return readRecipients(context, {
    to: to ?? writtenAs('to'),
    cc: cc ?? writtenAs('cc'),
    bcc: bcc ?? writtenAs('bcc'),
  });
}

/** The list of what is stored in that form. */
export function recipientsOf({
  to,
  recipients,
}: {
  readonly to: string;
  readonly recipients?: readonly Recipient[] | null;
}): readonly Recipient[] {
  return recipients ?? [{ address: to, name: null, role: 'to' }];
}

interface NewList {
  readonly recipients?: readonly Recipient[] | null;
  readonly skipped?: readonly SkippedRecipient[];
}

/** The list of a new message, of which nothing was sent yet. */
export function storedRecipients({ recipients, skipped = [] }: NewList): readonly StoredRecipient[] | null {
  if (!recipients) return null;
  const waiting = recipients.map((each) => ({ ...each, status: 'pending' as const, code: null, at: null }));
  return [...waiting, ...skipped.map((each) => ({ ...each, status: 'skipped' as const, at: null }))];
}

/** Sends that a message is charged for. */
export function unitsOf({ recipients }: { readonly recipients?: readonly unknown[] | null }): number {
  return recipients?.length ?? 1;
}

/** The address at a place in the list of several; the only one without a place. */
export function addressAt(
  message: Pick<MessagesTable, 'recipient'> & StoredList,
  place: number | null,
): string {
  return (place === null ? undefined : message.recipients?.[place]?.address) ?? message.recipient;
}

/** Whether a message goes to the simulator only. */
export function isAllSimulated(
  { recipient, recipients }: Pick<MessagesTable, 'recipient'> & StoredList,
  platformDomain: string,
): boolean {
  const addresses = recipients?.map(({ address }) => address) ?? [recipient];
  return addresses.every((address) => isSimulated(address, platformDomain));
}

/** Whether two messages name the same recipients in the same way. */
export function haveSameRecipients(one: Addressees, other: Addressees): boolean {
  return isDeepStrictEqual(recipientsOf(one), recipientsOf(other));
}

/** Whether all addresses of one message are among those of the other. */
export function isWithin(one: Addressees, other: Addressees): boolean {
  const known = new Set(recipientsOf(other).map(({ address }) => lowerAscii(address)));
  return recipientsOf(one).every(({ address }) => known.has(lowerAscii(address)));
}

function readRecipient(written: string, role: Recipient['role']): Recipient {
  const text = written.trim();
  if (CONTROL.test(text)) throw invalidField(role, 'must not contain control characters', 422);
  if (!text.endsWith('>')) return { address: text, name: null, role };
  // The parser reads the bytes of a header.
  const { addresses, clear } = readAddressField(Buffer.from(text).toString('latin1'));
  const [only] = addresses;
  // The gates refuse what isn't an address.
  if (!only || addresses.length > 1 || !clear) return { address: text, name: null, role };
  return { address: only.address, name: cleanName(only.name), role };
}

/** A recipient as a request names them. */
export function asWritten({ address, name }: Pick<Recipient, 'address' | 'name'>): string {
  return name === null ? address : fromDisplay(name, address);
}

function withoutDuplicates(named: readonly Recipient[]): Recipient[] {
  const seen = new Set<string>();
  return named.filter(({ address }) => {
    const key = lowerAscii(address);
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}
