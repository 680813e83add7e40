import type { BulkReply } from '../../../../shared/contract/address-lists.ts';
import { LIMITS } from '../../../../shared/contract/limits.ts';
import {
  addAllowlistEntries,
  addSuppressions,
  listAllowlist,
  listSuppressions,
  removeAllowlistEntry,
  removeSuppression,
} from '../../../../shared/contract/recipient-lists.ts';
import {
  allowSenders,
  blockSenders,
  disallowSender,
  listAllowedSenders,
  listBlockedSenders,
  unblockSender,
} from '../../../../shared/contract/sender-lists.ts';
import type { Client } from '../../../client/client.ts';

/** The lists of addresses of an account and of its mailboxes. */

export const LIST_ENDPOINTS = {
  addAllowlistEntries,
  addSuppressions,
  allowSenders,
  blockSenders,
  disallowSender,
  listAllowedSenders,
  listAllowlist,
  listBlockedSenders,
  listSuppressions,
  removeAllowlistEntry,
  removeSuppression,
  unblockSender,
};

/** Entries of a list, and those of them that a person put there. */
export interface ListedEntries {
  readonly all: ReadonlySet<string>;
  readonly own: ReadonlySet<string>;
}

interface EntryPage {
  readonly rows: readonly { readonly email: string; readonly reason?: string }[];
  readonly next: string | null;
}

/** A list of a daemon. */
export interface ListAccess {
  page(query: { readonly limit: number; readonly cursor?: string }): Promise<EntryPage>;
  add(emails: string[]): Promise<BulkReply>;
  remove(email: string): Promise<unknown>;
}

export const ACCOUNT_LISTS = ['suppressions', 'blocked_senders'] as const;
export const MAILBOX_LISTS = ['allowlist', 'sender_allowlist'] as const;
export type AccountListName = (typeof ACCOUNT_LISTS)[number];
export type MailboxListName = (typeof MAILBOX_LISTS)[number];

export function accountList(client: Client, name: AccountListName): ListAccess {
  if (name === 'suppressions') {
    return {
      page: async (query) => {
        const { suppressions, next_cursor } = await client.call(listSuppressions, { query });
        return { rows: suppressions, next: next_cursor };
      },
      add: (emails) => client.call(addSuppressions, { body: { emails } }),
      remove: (email) => client.call(removeSuppression, { params: { email } }),
    };
  }
  return {
    page: async (query) => {
      const { blocklist, next_cursor } = await client.call(listBlockedSenders, { query });
      return { rows: blocklist, next: next_cursor };
    },
    add: (emails) => client.call(blockSenders, { body: { emails } }),
    remove: (email) => client.call(unblockSender, { params: { email } }),
  };
}

/** A list of a mailbox. Its last entry may go, since a person confirmed that. */
export function mailboxList(client: Client, name: MailboxListName, id: string): ListAccess {
  const query = { force_empty: true };
  if (name === 'allowlist') {
    const params = { mailboxId: id };
    return {
      page: async (page) => {
        const { allowlist, next_cursor } = await client.call(listAllowlist, { params, query: page });
        return { rows: allowlist, next: next_cursor };
      },
      add: (emails) => client.call(addAllowlistEntries, { params, body: { emails } }),
      remove: (email) => client.call(removeAllowlistEntry, { params: { ...params, email }, query }),
    };
  }
  const params = { id };
  return {
    page: async (page) => {
      const { allowlist, next_cursor } = await client.call(listAllowedSenders, { params, query: page });
      return { rows: allowlist, next: next_cursor };
    },
    add: (emails) => client.call(allowSenders, { params, body: { emails } }),
    remove: (email) => client.call(disallowSender, { params: { ...params, email }, query }),
  };
}

export async function readEntries(list: ListAccess): Promise<ListedEntries> {
  const all = new Set<string>();
  const own = new Set<string>();
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const page: EntryPage = await list.page({ limit: LIMITS.listPage.max, ...(cursor && { cursor }) });
    for (const { email, reason = 'manual' } of page.rows) {
      all.add(email);
      if (reason === 'manual') own.add(email);
    }
    cursor = page.next;
  }
  return { all, own };
}
