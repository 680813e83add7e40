import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type CopyProgress, type CopySource, copyDatabase } from './copy/copy.ts';
import type { TableDigest } from './copy/rows.ts';
import { StoreError } from './errors.ts';
import { shownStoreUrl, storeUrlOf, writeStoreUrl } from './location.ts';
import { createFileTarget, installCopy, openHomeSource } from './sqlite/copy-end.ts';
import { databaseName, hasDatabase } from './sqlite/files.ts';
import { lockHome } from './sqlite/home-lock.ts';

/** The `--to` of a migration back into the home. */
export const INTO_HOME = 'sqlite';

/** A home that no daemon uses, and the database that it is to use. */
export interface StoreMigration {
  readonly home: string;
  /** A URL, or `sqlite`. */
  readonly to: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly progress: CopyProgress;
}

export interface MigratedStore {
  readonly home: string;
  readonly from: string;
  readonly to: string;
  readonly tables: number;
  readonly rows: number;
  /** Folder with the former database of the home, if there was one in the way. */
  readonly kept_in: string | null;
}

type Source = CopySource & { close(): void | Promise<void> };

/**
 * Copies the database of a home to another engine, compares both, and makes the home use the copy. The source
 * stays as it was. A migration that was stopped continues.
 */
export async function migrateStore(migration: StoreMigration): Promise<MigratedStore> {
  const { home, to } = migration;
  const from = storeUrlOf({ home, given: undefined });
  const target = to === INTO_HOME ? null : storeUrlOf({ home, given: to });
  if (from === target) throw new StoreError(`${home} already uses ${shown(target, home)}`);
  if (from === null && !hasDatabase(home)) throw new StoreError(`${home} has no database`);
  const unlock = lockHome(home);
  try {
    const source = await sourceOf(migration, from);
    try {
      const { digests, keptIn } = await (target === null
        ? copyIntoHome(migration, source)
        : copyToServer(migration, source, target));
      writeStoreUrl(home, target);
      return {
        home,
        from: shown(from, home),
        to: shown(target, home),
        tables: digests.length,
        rows: digests.reduce((sum, { rows }) => sum + rows, 0),
        kept_in: keptIn,
      };
    } finally {
      await source.close();
    }
  } finally {
    unlock();
  }
}

interface Copied {
  readonly digests: readonly TableDigest[];
  readonly keptIn: string | null;
}

function shown(url: string | null, home: string): string {
  return url === null ? databaseName(home) : shownStoreUrl(url);
}

async function sourceOf({ home, now }: StoreMigration, url: string | null): Promise<Source> {
  return url === null ? openHomeSource(home, now) : hold(url, { home, now });
}

/** Claims a database, so that no daemon writes to it. */
async function hold(url: string, { home, now }: Pick<StoreMigration, 'home' | 'now'>) {
  const { holdDatabase } = await import('./postgres/copy-end.ts');
  return holdDatabase(url, { home, now });
}

async function copyToServer(migration: StoreMigration, source: Source, url: string): Promise<Copied> {
  const target = await hold(url, migration);
  try {
    await assertSameService(source, target);
    return { digests: await copyDatabase(source, target, migration.progress), keptIn: null };
  } finally {
    await target.close();
  }
}

async function copyIntoHome({ home, now, progress }: StoreMigration, source: Source): Promise<Copied> {
  const file = join(home, 'agentmail.db.migrating');
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true });
  const target = createFileTarget(file, now);
  let digests: readonly TableDigest[];
  try {
    digests = await copyDatabase(source, target, progress);
  } finally {
    target.close();
  }
  return { digests, keptIn: installCopy(home, { file, now }) };
}

/** Rows of another service would get mixed with those of this one. */
async function assertSameService(source: CopySource, target: CopySource): Promise<void> {
  const known = await source.read.selectFrom('accounts').select('id').execute();
  const ids = new Set(known.map(({ id }) => id));
  const there = await target.read.selectFrom('accounts').select('id').execute();
  if (there.some(({ id }) => !ids.has(id))) {
    throw new StoreError('the target has accounts of another service; name an empty database');
  }
}
