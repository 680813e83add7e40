import { type Fault, faultsOf } from '../fault.ts';

const SQLITE = ['test/platform/store/store.test.ts', 'test/proof/upgrade.test.ts'];
const POSTGRES = [
  'test/platform/store/postgres/schema.test.ts',
  'test/platform/store/postgres/nodes.test.ts',
];

export const migrations: readonly Fault[] = [
  ...faultsOf('daemon/platform/store/sqlite/migrate.ts', SQLITE, [
    ['migration.version > current', 'migration.version >= current'],
    ['if (current > known) throw', 'if (false) throw'],
    ['current > 0 && current < oldest', 'false'],
    ['return upgrade.immediate();', 'return upgrade.deferred();'],
  ]),
  ...faultsOf('daemon/platform/store/postgres/migrate.ts', POSTGRES, [
    ['current > latest && worksWith > latest', 'false'],
    ['current > latest && worksWith > latest', 'current > latest'],
    ['.filter(({ version }) => version > current)', ''],
    ['await endOlderNodes(client, worksWith);', ''],
    ['if (now === before) return;', ''],
    ["await ask(client, 'set local lock_timeout = 0');", ''],
    ["await ask(client, { text: 'select pg_advisory_xact_lock($1)', values: [MIGRATION_LOCK] });", ''],
    ['coalesce(schema, $1) < $2', 'schema < $2'],
    ['max(coalesce(works_with, version))', 'max(version)'],
  ]),
];
