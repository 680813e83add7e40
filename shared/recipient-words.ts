import type { SentRecipient } from './contract/messages.ts';
import { namedAddress } from './named-address.ts';

/** Recipients of a message in words for people. */

const STATUS_WORDS: Readonly<Record<SentRecipient['status'], string>> = {
  pending: 'not sent yet',
  delivered: 'delivered',
  deferred: 'waiting for the other server',
  rejected: 'refused',
  bounced: 'bounced',
  suppressed: 'on the suppression list',
  unknown: 'delivery unknown',
  skipped: 'left out',
};

const NOTE_WORDS: Readonly<Record<(SentRecipient['notes'] & object)[number], string>> = {
  first_contact: 'new recipient',
  not_on_allowlist: 'not on the allowlist',
  other_domain: 'a different domain than the others',
};

/** The status of a recipient, with its code where it has one. */
export function statusWords({ status, code }: Pick<SentRecipient, 'status' | 'code'>): string {
  return code === null ? STATUS_WORDS[status] : `${STATUS_WORDS[status]} (${code})`;
}

/** The notes for a reviewer; empty without any. */
export function noteWords({ notes = [] }: Pick<SentRecipient, 'notes'>): string {
  return notes.map((note) => NOTE_WORDS[note]).join(', ');
}

interface NamedRecipients {
  readonly recipient: string;
  readonly recipients?: readonly SentRecipient[] | undefined;
}

/** The recipients of one role as a header line has them; a daemon of an earlier version lists none. */
export function addressLine({ recipient, recipients }: NamedRecipients, role: SentRecipient['role']): string {
  if (!recipients) return role === 'to' ? recipient : '';
  return recipients
    .filter((each) => each.role === role)
    .map(namedAddress)
    .join(', ');
}

/** Splits `Ann <ann@x>, "Miller, Bob" <bob@y>` at the commas and semicolons between addresses. */
export function splitAddresses(text: string): string[] {
  const parts = text.match(/(?:"(?:[^"\\]|\\.)*"|<[^>]*>|[^,;"<]|["<])+/g) ?? [];
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}
