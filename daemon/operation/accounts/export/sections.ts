import type { ListResource } from '../../../../shared/contract/address-lists.ts';
import type { ReplyOf } from '../../../../shared/contract/endpoint.ts';
import { listApiKeys } from '../../../access/list-keys.ts';
import type { Principal } from '../../../access/principal.ts';
import type { Context } from '../../../context.ts';
import { listWebhooks } from '../../../events/webhooks/read.ts';
import { listDomains } from '../../../network/domains/read.ts';
import { projectHold } from '../../../rules/legal-holds/table.ts';
import { listNamedAddresses } from '../../../rules/mailboxes/named-addresses.ts';
import { RECIPIENT_ALLOWLIST } from '../../../rules/recipients/allowlist.ts';
import type { CustomerList } from '../../../rules/recipients/lists/list.ts';
import { listEntries } from '../../../rules/recipients/lists/operations.ts';
import { SUPPRESSIONS } from '../../../rules/recipients/suppressions.ts';
import { SENDER_ALLOWLIST } from '../../../rules/senders/allowlist.ts';
import { SENDER_BLOCKLIST } from '../../../rules/senders/blocklist.ts';
import { getAccountPolicy } from '../policy.ts';
import { exportedAccount } from './account.ts';
import { exportedDrafts, exportedMessages } from './messages.ts';
import { exportedMailboxes, exportedRecipients, exportedTrustedSources, liveMailboxes } from './rows.ts';

type Section =
  | { readonly kind: 'one'; read(context: Context, principal: Principal): Promise<unknown> }
  | { readonly kind: 'many'; read(context: Context, principal: Principal): AsyncIterable<unknown> };

/** Sections of an export in order, each in the shape of the API. */
export const SECTIONS: Readonly<Record<string, Section>> = {
  account: { kind: 'one', read: exportedAccount },
  policy: { kind: 'one', read: getAccountPolicy },
  api_keys: {
    kind: 'one',
    read: async (context, principal) => (await listApiKeys(context, principal, true)).keys,
  },
  mailboxes: { kind: 'many', read: exportedMailboxes },
  allowlists: { kind: 'many', read: entriesOfMailboxes(RECIPIENT_ALLOWLIST, (reply) => reply.allowlist) },
  suppressions: { kind: 'many', read: entriesOfAccount(SUPPRESSIONS, (reply) => reply.suppressions) },
  inbound_blocklist: { kind: 'many', read: entriesOfAccount(SENDER_BLOCKLIST, (reply) => reply.blocklist) },
  inbound_allowlists: {
    kind: 'many',
    read: entriesOfMailboxes(SENDER_ALLOWLIST, (reply) => reply.allowlist),
  },
  named_addresses: { kind: 'many', read: exportedAddresses },
  recipients: { kind: 'many', read: exportedRecipients },
  trusted_sources: { kind: 'many', read: exportedTrustedSources },
  webhooks: {
    kind: 'one',
    read: async (context, principal) => (await listWebhooks(context, principal)).webhooks,
  },
  // Domains of customers only.
  domains: {
    kind: 'one',
    read: async (context, principal) => (await listDomains(context, principal)).domains,
  },
  legal_holds: {
    kind: 'one',
    read: async (context, principal) => {
      const rows = await context.store.read
        .selectFrom('legal_holds')
        .selectAll()
        .where('account_id', '=', principal.account.id)
        .orderBy('applied_at')
        .execute();
      return rows.map(projectHold);
    },
  },
  drafts: { kind: 'many', read: exportedDrafts },
  messages: { kind: 'many', read: exportedMessages },
};

async function* exportedAddresses(context: Context, principal: Principal): AsyncGenerator<unknown> {
  for (const { id } of await liveMailboxes(context, principal)) {
    const { addresses } = await listNamedAddresses(context, principal, id);
    for (const each of addresses) yield { mailbox_id: id, ...each };
  }
}

type Reader = (context: Context, principal: Principal) => AsyncIterable<unknown>;
type RowsOf<Contract extends ListResource> = (reply: ReplyOf<Contract['list']>) => readonly unknown[];

function entriesOfAccount<Contract extends ListResource>(
  list: CustomerList<Contract>,
  rowsOf: RowsOf<Contract>,
): Reader {
  const entries = entriesOf(list, rowsOf);
  return (context, principal) => entries(context, principal, null);
}

function entriesOfMailboxes<Contract extends ListResource>(
  list: CustomerList<Contract>,
  rowsOf: RowsOf<Contract>,
): Reader {
  const entries = entriesOf(list, rowsOf);
  return async function* (context, principal) {
    for (const { id } of await liveMailboxes(context, principal)) yield* entries(context, principal, id);
  };
}

/** Every entry of a list, page by page. */
function entriesOf<Contract extends ListResource>(list: CustomerList<Contract>, rowsOf: RowsOf<Contract>) {
  return async function* (context: Context, principal: Principal, mailbox: string | null) {
    for (let query: { cursor?: string } | null = {}; query; ) {
      const reply = await listEntries(context, principal, { list, mailbox, query });
      yield* rowsOf(reply);
      const { next_cursor: cursor } = reply as { readonly next_cursor: string | null };
      query = cursor === null ? null : { cursor };
    }
  };
}
