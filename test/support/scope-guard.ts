import { type LockScope, SERVICE_ACCOUNT } from '../../daemon/platform/store/lock-scope.ts';

/** A statement that may change rows of a table, also when it finds none to change. */
export interface Change {
  readonly change: 'insert' | 'update' | 'delete';
  readonly table: string;
}

/** A row that a statement, or one of its triggers and cascades, changed. */
export interface ChangedRow extends Change {
  /** `SERVICE_ACCOUNT` for a row of the service. */
  readonly account: string;
}

/** Compares what one transaction changes with its lock scope. */
export class ScopeGuard {
  readonly #scope: LockScope;
  readonly #accounts: Set<string>;
  #statements = 0;

  constructor(scope: LockScope) {
    this.#scope = scope;
    this.#accounts = new Set(accountsOf(scope));
  }

  /** Why the transaction may not run the statement; null if it may. */
  objectionToStatement({ change, table }: Change, isOfService: boolean): string | null {
    this.#statements++;
    if (this.#scope === 'none') {
      if (this.#statements === 1) return null;
      return `${change} in ${table} is a second statement, which the scope "none" does not allow`;
    }
    return isOfService ? this.#objectionTo({ change, table, account: SERVICE_ACCOUNT }) : null;
  }

  /** Why the transaction may not change the row; null if it may. */
  objectionToRow(row: ChangedRow): string | null {
    if (this.#scope === 'none') return null;
    const isNew = row.table === 'accounts' && row.change === 'insert';
    if (isNew && this.#accounts.has(SERVICE_ACCOUNT)) this.#accounts.add(row.account);
    return this.#objectionTo(row);
  }

  #objectionTo({ change, table, account }: ChangedRow): string | null {
    if (this.#accounts.has(account)) return null;
    const owner = account === SERVICE_ACCOUNT ? 'the service' : `account ${account}`;
    return `${change} in ${table} of ${owner} is outside of the scope ${JSON.stringify(this.#scope)}`;
  }
}

function accountsOf(scope: LockScope): readonly string[] {
  if (scope === 'service') return [SERVICE_ACCOUNT];
  if (scope === 'none') return [];
  return 'account' in scope ? [scope.account] : scope.accounts;
}
