import Database from 'better-sqlite3';
import { packedContent } from '../../migrations/042-packed-content.ts';
import { SCHEMA_VERSIONS } from '../../migrations/index.ts';
import { integrityProblems } from '../database.ts';
import { digestProblems } from './digests.ts';
import { PARTS_TABLE, partProblems } from './parts.ts';

/** Problems of a backup; empty when it can be restored. Only reads. */
export function backupProblems(file: string): string[] {
  let database: Database.Database | undefined;
  try {
    database = new Database(file, { readonly: true, fileMustExist: true });
    const problems = [...contentProblems(database), ...integrityProblems(database)];
    // A file that is damaged or isn't a backup needs no further checks.
    return problems.length > 0 ? problems : digestProblems(database);
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  } finally {
    database?.close();
  }
}

function contentProblems(database: Database.Database): string[] {
  const tables = database.prepare("select name from sqlite_master where type = 'table'").pluck().all();
  const missing = [PARTS_TABLE, 'schema_migrations', 'messages', 'blobs'].filter(
    (name) => !tables.includes(name),
  );
  if (missing.length > 0) return [`it isn't an agentmail backup: it has no table ${missing.join(', ')}`];
  const level = Number(database.prepare('select max(version) from schema_migrations').pluck().get());
  const { oldest, latest } = SCHEMA_VERSIONS;
  if (level > latest)
    return [`it is from a newer agentmail: schema version ${level}, this one supports up to ${latest}`];
  if (level < oldest)
    return [`it is from an early development build: schema version ${level} is below ${oldest}`];
  const problems = partProblems(database);
  const isWhole = `length(content) = size${level >= packedContent.version ? ' or packed' : ''}`;
  const incomplete = database
    .prepare(`select id from blobs where content is null or not (${isWhole}) limit 100`)
    .pluck()
    .all();
  for (const id of incomplete) problems.push(`the bytes of blob ${String(id)} are missing`);
  return problems;
}
