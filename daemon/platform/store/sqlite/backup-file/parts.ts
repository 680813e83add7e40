import type Database from 'better-sqlite3';
import { isSecretText, SECRET_FILE } from '../../../system/secrets.ts';

/**
 * A backup is one SQLite file: a copy of the database with every blob in its row, and the secret for its
 * sealed columns. Protect it like the home itself.
 */

/** Other files of a home, by name. */
export const PARTS_TABLE = 'backup_parts';

/** Maximum size of the secret, in bytes; a home's has 65. */
const SECRET_BYTES = 100;

/**
 * Returns the problems of the files that a backup has beside its database. Exactly one is known: any other
 * name would become a path, and could lead out of the home.
 */
export function partProblems(database: Database.Database): string[] {
  const names = database.prepare(`select name from ${PARTS_TABLE} limit 10`).pluck().all();
  const unknown = names.filter((name) => name !== SECRET_FILE);
  if (unknown.length > 0) {
    return unknown.map((name) => `it has an unexpected file ${JSON.stringify(String(name))}`);
  }
  if (names.length === 0) return ['the secret of its home is missing'];
  if (names.length > 1) return [`it has the file ${SECRET_FILE} ${names.length} times`];
  return readSecret(database) === null ? ['the secret of its home is damaged'] : [];
}

/** The secret of the home in a backup without problems. */
export function secretOf(database: Database.Database): string {
  const [problem] = partProblems(database);
  const secret = readSecret(database);
  if (secret === null) throw new Error(problem);
  return secret;
}

function readSecret(database: Database.Database): string | null {
  const secret = database
    .prepare(`select content from ${PARTS_TABLE} where length(content) <= ${SECRET_BYTES}`)
    .pluck()
    .get();
  const text = String(secret ?? '');
  return isSecretText(text) ? text : null;
}
