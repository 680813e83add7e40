import type Database from 'better-sqlite3';
import { foundation } from './001-foundation.ts';
import { access } from './002-access.ts';
import { policies } from './003-policies.ts';
import { lists } from './004-lists.ts';
import { webhooks } from './005-webhooks.ts';
import { webhookAttempts } from './006-webhook-attempts.ts';
import { stagedAttachments } from './007-staged-attachments.ts';
import { deletedMessages } from './008-deleted-messages.ts';
import { peers } from './009-peers.ts';
import { reading } from './010-reading.ts';
import { htmlAndSubaddress } from './011-html-and-subaddress.ts';
import { dkimKeys } from './012-dkim-keys.ts';
import { attachmentPreviews } from './013-attachment-previews.ts';
import { drafts } from './014-drafts.ts';
import { decisions } from './015-decisions.ts';
import { searchParts } from './016-search-parts.ts';
import { domains } from './017-domains.ts';
import { stagedScanScope } from './018-staged-scan-scope.ts';
import { dailyJob } from './019-daily-job.ts';
import { otherParty } from './020-other-party.ts';
import { chargesAndLocks } from './021-charges-and-locks.ts';
import { eventNumbers } from './022-event-numbers.ts';
import { otherAuthors } from './023-other-authors.ts';
import { unownedMail } from './024-unowned-mail.ts';
import { trustSwitches } from './025-trust-switches.ts';
import { draftOrigin } from './026-draft-origin.ts';
import { failedLogins } from './027-failed-logins.ts';
import { htmlText } from './028-html-text.ts';
import { restorableAccounts } from './029-restorable-accounts.ts';
import { reviewAnswers } from './030-review-answers.ts';
import type { Migration } from './migration.ts';

/** Every step of the schema in order, listed by hand. */
export const MIGRATIONS: readonly Migration[] = [
  foundation,
  access,
  policies,
  lists,
  webhooks,
  webhookAttempts,
  stagedAttachments,
  deletedMessages,
  peers,
  reading,
  htmlAndSubaddress,
  dkimKeys,
  attachmentPreviews,
  drafts,
  decisions,
  searchParts,
  domains,
  stagedScanScope,
  dailyJob,
  otherParty,
  chargesAndLocks,
  eventNumbers,
  otherAuthors,
  unownedMail,
  trustSwitches,
  draftOrigin,
  failedLogins,
  htmlText,
  restorableAccounts,
  reviewAnswers,
];

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

/** The version of a database that has one; throws when it is newer than these steps. */
export function knownVersion(
  database: Database.Database,
  migrations: readonly Migration[] = MIGRATIONS,
): number {
  const current = currentVersion(database);
  const known = migrations.at(-1)?.version ?? 0;
  if (current > known) throw new NewerDatabaseError(current, known);
  return current;
}

function currentVersion(database: Database.Database): number {
  const row = database.prepare('select max(version) as version from schema_migrations').get() as {
    version: number | null;
  };
  return row.version ?? 0;
}
