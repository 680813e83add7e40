import type pg from 'pg';
import { type LockScope, SERVICE_ACCOUNT } from '../lock-scope.ts';
import { ask } from './client.ts';

/** Rows of `account_locks` that a scope needs. */
export function locksOf(scope: LockScope): readonly string[] {
  if (scope === 'none') return [];
  if (scope === 'service') return [SERVICE_ACCOUNT];
  return 'account' in scope ? [scope.account] : scope.accounts;
}

/** Ordered, so that two groups never wait for each other. */
const TAKE =
  'select account_id from account_locks where account_id = any($1) order by account_id for no key update';
const ADD = 'insert into account_locks (account_id) select unnest($1::text[]) on conflict do nothing';

/** Locks rows of `account_locks` until the end of a transaction. */
export class Locks {
  /** Accounts that have a row. Rows are never deleted. */
  readonly #known = new Set<string>();

  /** Sends the statements at once, and resolves when the locks are held. */
  async take(client: pg.Client, accounts: readonly string[]): Promise<void> {
    if (accounts.length === 0) return;
    const added = accounts.filter((account) => !this.#known.has(account)).sort();
    const adding = added.length === 0 ? null : ask(client, { name: 'add-locks', text: ADD, values: [added] });
    const taking = ask(client, { name: 'take-locks', text: TAKE, values: [accounts] });
    const [result] = await Promise.all([taking, adding]);
    if (result.rowCount !== accounts.length) throw new Error('a lock row is missing');
  }

  /** Returns those of the accounts whose rows no other transaction has locked now. */
  async free(client: pg.Client, accounts: readonly string[]): Promise<ReadonlySet<string>> {
    const { rows } = await ask(client, { text: `${TAKE} skip locked`, values: [accounts] });
    return new Set(rows.map((row) => String(row.account_id)));
  }

  /** Notes that the rows of accounts are committed. */
  keep(accounts: readonly string[]): void {
    for (const account of accounts) this.#known.add(account);
  }
}
