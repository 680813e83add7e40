import { SERVICE_ACCOUNT } from '../../daemon/platform/store/lock-scope.ts';
import type { DatabaseFile } from './database-file.ts';
import type { Change, ChangedRow } from './scope-guard.ts';

/** Receives the reports of a connection. An error that it throws fails the statement. */
export interface DatabaseObserver {
  /** Before a statement that may change rows. */
  changing(change: Change, isOfService: boolean): void;
  changed(row: ChangedRow): void;
  /** After a statement that changed or returned a number of rows. */
  ran(sql: string, rows: number): void;
}

/**
 * Reports statements and changed rows of a connection, also those that triggers and cascades change. TEMP
 * triggers of the connection see every row, and other connections don't have them.
 */
export function watchDatabase(database: DatabaseFile, observer: DatabaseObserver): void {
  const tables = tablesOf(database);
  database.function('row_changed', (table, change, account) => {
    observer.changed({ table, change, account: account ?? SERVICE_ACCOUNT } as ChangedRow);
    return null;
  });
  for (const table of tables) for (const sql of triggersOf(table)) database.exec(sql);

  const ofService = new Map(tables.map(({ name, owner }) => [name, owner === null]));
  const prepare = database.prepare.bind(database);
  const prepareWatched = (sql: string) => {
    const statement = prepare(sql);
    const { run, all } = statement;
    const change = changeOf(sql);
    const isOfService = change && ofService.get(change.table);
    const before = () => {
      if (change && isOfService !== undefined && isOfService !== null) observer.changing(change, isOfService);
    };
    statement.run = (...values: unknown[]) => {
      before();
      const result = run.apply(statement, values);
      observer.ran(sql, result.changes);
      return result;
    };
    statement.all = (...values: unknown[]) => {
      before();
      const rows = all.apply(statement, values);
      observer.ran(sql, rows.length);
      return rows;
    };
    return statement;
  };
  database.prepare = prepareWatched as typeof database.prepare;
}

/** The change of a statement; null for a query. */
export function changeOf(sql: string): Change | null {
  const [, verb, table] = /^\s*(insert|update|delete)(?: or \w+)?(?: into| from)? "?(\w+)/i.exec(sql) ?? [];
  if (verb === undefined || table === undefined) return null;
  return { change: verb.toLowerCase() as Change['change'], table };
}

/** Tables whose rows have no account. */
export const SERVICE_TABLES: readonly string[] = [
  'dkim_keys',
  'schema_migrations',
  'settings',
  'throttles',
  'unowned_mail',
];

/** A table of the schema. */
export interface OwnedTable {
  readonly name: string;
  /** Column with the account of a row; null when all rows are the service's. */
  readonly owner: string | null;
}

export function tablesOf(database: DatabaseFile): OwnedTable[] {
  const rows = database
    .prepare(
      `select tables.name, group_concat(columns.name) as columns
       from pragma_table_list as tables join pragma_table_info(tables.name) as columns
       where tables.schema = 'main' and tables.type = 'table' and tables.name not like 'sqlite_%'
       group by tables.name`,
    )
    .all() as { name: string; columns: string }[];
  return rows.map(({ name, columns }) => {
    if (name === 'accounts') return { name, owner: 'id' };
    return { name, owner: columns.split(',').includes('account_id') ? 'account_id' : null };
  });
}

function triggersOf({ name, owner }: OwnedTable): string[] {
  const report = (change: string, row: string) =>
    `select row_changed('${name}', '${change}', ${owner === null ? 'null' : `${row}.${owner}`});`;
  return [
    `create temp trigger "${name} insert" after insert on main."${name}" begin ${report('insert', 'new')} end`,
    `create temp trigger "${name} delete" after delete on main."${name}" begin ${report('delete', 'old')} end`,
    `create temp trigger "${name} update" after update on main."${name}"
       begin ${report('update', 'old')} ${report('update', 'new')} end`,
  ];
}
