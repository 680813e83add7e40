import type Database from 'better-sqlite3';
import { base } from './023-base.ts';
import { unownedMail } from './024-unowned-mail.ts';
import { trustSwitches } from './025-trust-switches.ts';
import { draftOrigin } from './026-draft-origin.ts';
import { failedLogins } from './027-failed-logins.ts';
import { htmlText } from './028-html-text.ts';
import { restorableAccounts } from './029-restorable-accounts.ts';
import { reviewAnswers } from './030-review-answers.ts';
import { linkCheckTerms } from './031-link-check-terms.ts';
import { editedMessages } from './032-edited-messages.ts';
import { unlimitedPlan } from './033-unlimited-plan.ts';
import { accountIds } from './034-account-ids.ts';
import { heldMail } from './035-held-mail.ts';
import type { Migration } from './migration.ts';

/** Migrations in order, listed by hand. */
export const MIGRATIONS: readonly Migration[] = [
  base,
  unownedMail,
  trustSwitches,
  draftOrigin,
  failedLogins,
  htmlText,
  restorableAccounts,
  reviewAnswers,
  linkCheckTerms,
  editedMessages,
  unlimitedPlan,
  accountIds,
  heldMail,
];

/** Versions of databases and backups that this program can read. */
export const SCHEMA_VERSIONS = {
  oldest: MIGRATIONS[0]?.version ?? 0,
  latest: MIGRATIONS.at(-1)?.version ?? 0,
} as const;

/** The file was written by a newer version of the program. */
export class NewerDatabaseError extends Error {
  constructor(found: number, known: number) {
    super(
      `the database has schema version ${found}, but this version of agentmail knows only ${known}; ` +
        'install the newer agentmail, or restore a backup made by this one',
    );
    this.name = 'NewerDatabaseError';
  }
}

/** The file was written by a development build from before the base schema. */
export class OlderDatabaseError extends Error {
  constructor(found: number, oldest: number) {
    super(
      `the database has schema version ${found} of an early development build; this version of agentmail ` +
        `upgrades from version ${oldest} on`,
    );
    this.name = 'OlderDatabaseError';
  }
}

/** Brings the schema up to date, all open steps or none; returns the versions that were applied. */
export function migrate(
  database: Database.Database,
  appliedAt: number,
  migrations: readonly Migration[] = MIGRATIONS,
): number[] {
  const upgrade = database.transaction((): number[] => {
    database.exec(
      'create table if not exists schema_migrations (version integer primary key, name text not null, applied_at integer not null)',
    );
    const current = knownVersion(database, migrations);
    const open = migrations.filter((migration) => migration.version > current);
    for (const migration of open) {
      for (const statement of migration.statements) database.exec(statement);
      database
        .prepare('insert into schema_migrations (version, name, applied_at) values (?, ?, ?)')
        .run(migration.version, migration.name, appliedAt);
    }
    return open.map((migration) => migration.version);
  });
  return upgrade.immediate();
}

/** The version of a database, 0 when it is empty; throws when these steps can't upgrade it. */
export function knownVersion(
  database: Database.Database,
  migrations: readonly Migration[] = MIGRATIONS,
): number {
  const current = currentVersion(database);
  const known = migrations.at(-1)?.version ?? 0;
  if (current > known) throw new NewerDatabaseError(current, known);
  const oldest = migrations[0]?.version ?? 0;
  if (current > 0 && current < oldest) throw new OlderDatabaseError(current, oldest);
  return current;
}

function currentVersion(database: Database.Database): number {
  const row = database.prepare('select max(version) as version from schema_migrations').get() as {
    version: number | null;
  };
  return row.version ?? 0;
}
