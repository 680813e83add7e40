import { listApiKeys } from '../../access/list-keys.ts';
import type { Principal } from '../../access/principal.ts';
import type { Context } from '../../context.ts';
import { listDomains } from '../../domains/read.ts';
import { projectHold } from '../../legal-holds/table.ts';
import { listAllowlist } from '../../recipients/allowlist.ts';
import { listSuppressions } from '../../recipients/suppressions.ts';
import { listAllowedSenders } from '../../senders/allowlist.ts';
import { listBlockedSenders } from '../../senders/blocklist.ts';
import { listWebhooks } from '../../webhooks/read.ts';
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
  allowlists: {
    kind: 'many',
    read: (context, principal) =>
      ofMailboxes(context, principal, async (id, cursor) => {
        const page = await listAllowlist(context, principal, id, cursor);
        return { rows: page.allowlist, next: page.next_cursor };
      }),
  },
  suppressions: {
    kind: 'many',
    read: (context, principal) =>
      pages(async (cursor) => {
        const page = await listSuppressions(context, principal, cursor);
        return { rows: page.suppressions, next: page.next_cursor };
      }),
  },
  inbound_blocklist: {
    kind: 'many',
    read: (context, principal) =>
      pages(async (cursor) => {
        const page = await listBlockedSenders(context, principal, cursor);
        return { rows: page.blocklist, next: page.next_cursor };
      }),
  },
  inbound_allowlists: {
    kind: 'many',
    read: (context, principal) =>
      ofMailboxes(context, principal, async (id, cursor) => {
        const page = await listAllowedSenders(context, principal, id, cursor);
        return { rows: page.allowlist, next: page.next_cursor };
      }),
  },
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

type PageQuery = { readonly cursor?: string };

interface Page {
  readonly rows: readonly unknown[];
  readonly next: string | null;
}

/** Every row of a paged list. */
async function* pages(read: (query: PageQuery) => Promise<Page>): AsyncGenerator<unknown> {
  for (let query: PageQuery | null = {}; query; ) {
    const { rows, next }: Page = await read(query);
    yield* rows;
    query = next === null ? null : { cursor: next };
  }
}

async function* ofMailboxes(
  context: Context,
  principal: Principal,
  read: (mailboxId: string, query: PageQuery) => Promise<Page>,
): AsyncGenerator<unknown> {
  for (const { id } of await liveMailboxes(context, principal)) {
    yield* pages((query) => read(id, query));
  }
}
