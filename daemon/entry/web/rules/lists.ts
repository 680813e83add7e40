import type { MailboxView } from '../../../../shared/contract/mailboxes.ts';
import {
  addAllowlistEntry,
  addSuppression,
  listAllowlist,
  listSuppressions,
  removeAllowlistEntry,
  removeSuppression,
} from '../../../../shared/contract/recipient-lists.ts';
import {
  allowSender,
  blockSender,
  disallowSender,
  listAllowedSenders,
  listBlockedSenders,
  unblockSender,
} from '../../../../shared/contract/sender-lists.ts';
import { call } from '../api.ts';

/** The address lists of the account and its mailboxes. */

interface Entry {
  readonly email: string;
  readonly pattern_type: 'email' | 'domain';
}

export interface EntryPage {
  readonly entries: readonly Entry[];
  readonly hasMore: boolean;
}

export interface AddressSource {
  /** Key in the query cache. */
  readonly key: readonly string[];
  readonly title: string;
  readonly empty: string;
  readonly load: () => Promise<EntryPage>;
  readonly add: (email: string) => Promise<unknown>;
  readonly remove: (email: string) => Promise<unknown>;
}

function pageOf(entries: readonly Entry[], cursor: string | null): EntryPage {
  return { entries, hasMore: cursor !== null };
}

export function allowlistOf({ id, name }: MailboxView): AddressSource {
  return {
    key: ['allowlist', id],
    title: `Allowlist of ${name}`,
    empty: 'The allowlist is empty.',
    load: () =>
      call(listAllowlist, { params: { mailboxId: id } }).then(({ allowlist, next_cursor }) =>
        pageOf(allowlist, next_cursor),
      ),
    add: (email) => call(addAllowlistEntry, { params: { mailboxId: id }, body: { email } }),
    remove: (email) => call(removeAllowlistEntry, { params: { mailboxId: id, email } }),
  };
}

export function sendersOf({ id, name }: MailboxView): AddressSource {
  return {
    key: ['senders', id],
    title: `Senders that may write to ${name}`,
    empty: 'No senders are listed.',
    load: () =>
      call(listAllowedSenders, { params: { id } }).then(({ allowlist, next_cursor }) =>
        pageOf(allowlist, next_cursor),
      ),
    add: (email) => call(allowSender, { params: { id }, body: { email } }),
    remove: (email) => call(disallowSender, { params: { id, email } }),
  };
}

export const BLOCKED_SENDERS: AddressSource = {
  key: ['blocklist'],
  title: 'Blocked senders',
  empty: 'No senders are blocked.',
  load: () =>
    call(listBlockedSenders, {}).then(({ blocklist, next_cursor }) => pageOf(blocklist, next_cursor)),
  add: (email) => call(blockSender, { body: { email } }),
  remove: (email) => call(unblockSender, { params: { email } }),
};

export const SUPPRESSIONS: AddressSource = {
  key: ['suppressions'],
  title: 'Suppressed recipients',
  empty: 'No recipients are suppressed.',
  load: () =>
    call(listSuppressions, {}).then(({ suppressions, next_cursor }) => pageOf(suppressions, next_cursor)),
  add: (email) => call(addSuppression, { body: { email } }),
  remove: (email) => call(removeSuppression, { params: { email } }),
};

/** Returns "12 addresses and 1 domain". */
export function countText({ entries, hasMore }: EntryPage): string {
  const domains = entries.filter(({ pattern_type }) => pattern_type === 'domain').length;
  const addresses = entries.length - domains;
  const parts = [
    ...(addresses > 0 || domains === 0 ? [`${addresses} ${addresses === 1 ? 'address' : 'addresses'}`] : []),
    ...(domains > 0 ? [`${domains} ${domains === 1 ? 'domain' : 'domains'}`] : []),
  ];
  return `${hasMore ? 'more than ' : ''}${parts.join(' and ')}`;
}
