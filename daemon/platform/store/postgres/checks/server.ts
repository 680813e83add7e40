import { sql } from 'kysely';
import { type CheckFinding, ok } from '../../../system/checks.ts';
import { EXTENSIONS, problemOf, serverProperties } from '../requirements.ts';
import type { ServerFacts } from './facts.ts';

/** Version, encoding and locale, and whether the server accepts writes. */
export async function checkServer({ db }: Pick<ServerFacts, 'db'>): Promise<CheckFinding> {
  const properties = await serverProperties(db);
  const problem = problemOf(properties);
  if (problem !== null) return { severity: 'error', message: problem };
  return ok(`${properties.release}, encoding ${properties.encoding}, locale ${properties.locale}`);
}

/** The extensions of the search index. */
export async function checkExtensions({ db }: Pick<ServerFacts, 'db'>): Promise<CheckFinding> {
  const { rows } = await sql<{ name: string; version: string }>`
    select extname as name, extversion as version from pg_extension order by extname`.execute(db);
  const missing = EXTENSIONS.filter((name) => !rows.some((row) => row.name === name));
  if (missing.length === 0) {
    const found = rows.filter(({ name }) => EXTENSIONS.includes(name));
    return ok(found.map(({ name, version }) => `${name} ${version}`).join(', '));
  }
  return {
    severity: 'error',
    message: `${missing.join(' and ')} is missing, so searches fail`,
    remedy: missing.map((name) => `create extension ${name};`).join(' '),
  };
}
