import type { Principal } from '../../access/principal.ts';
import type { Queries } from '../../platform/store/store.ts';
import { resolveMailbox } from '../../rules/mailboxes/table.ts';

/** Mailboxes that a search looks at. */

export interface SearchScope {
  readonly accountId: string;
  /** All of the account's when null. */
  readonly mailboxIds: readonly string[] | null;
  /** Mailboxes whose older messages the index lacks, and since when it has them. */
  readonly unindexed: readonly { readonly id: string; readonly before: number }[];
}

/** Mailboxes that the caller names by name, ID or address, or all that it reaches. */
export async function searchScope(
  db: Queries,
  principal: Principal,
  references: readonly string[] | null,
): Promise<SearchScope> {
  const mailboxIds = references === null ? reached(principal) : await named(db, principal, references);
  const { id: accountId } = principal.account;
  const rows =
    mailboxIds?.length === 0
      ? []
      : await db
          .selectFrom('mailboxes')
          .select(['id', 'unindexed_before'])
          .where('account_id', '=', accountId)
          .where('unindexed_before', 'is not', null)
          .$if(mailboxIds !== null, (query) => query.where('id', 'in', mailboxIds ?? []))
          .execute();
  return {
    accountId,
    mailboxIds,
    unindexed: rows.map(({ id, unindexed_before: before }) => ({ id, before: before ?? 0 })),
  };
}

function reached({ role, mailboxIds }: Principal): readonly string[] | null {
  return role === 'admin' ? null : [...mailboxIds];
}

async function named(
  db: Queries,
  principal: Principal,
  references: readonly string[],
): Promise<readonly string[]> {
  const ids = new Set<string>();
  for (const reference of references) {
    ids.add((await resolveMailbox(db, principal, { reference, unbound: 'denied_403' })).id);
  }
  return [...ids];
}
