/**
 * The accounts that a transaction concerns: it changes no rows of others. SQLite runs one transaction after
 * the other, so it needs no locks; the scope is for databases that several daemons write to.
 *
 * - `account`, `accounts`: rows of these accounts. `SERVICE_ACCOUNT` among them adds the scope `service`.
 * - `service`: rows that belong to no account, such as settings and mail without an owner, and accounts that
 *   the transaction creates.
 * - `none`: at most one statement that changes rows, conditional where it has to be, so that it needs no
 *   lock. It may change any rows.
 */
export type LockScope =
  | { readonly account: string }
  | { readonly accounts: readonly string[] }
  | 'service'
  | 'none';

/** Stands for the service in a list of accounts. */
export const SERVICE_ACCOUNT = '';

/** The scope of the account that a row belongs to; without a row there is nothing to change. */
export function accountScope(row: { readonly account_id: string } | null | undefined): LockScope {
  return row ? { account: row.account_id } : 'none';
}
