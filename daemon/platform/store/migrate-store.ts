import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type BucketLocation, writeBucketUrl } from './bucket/location.ts';
import type { CopySource } from './copy/copy.ts';
import { type CopyProgress, copyDatabase } from './copy/copy.ts';
import type { TableDigest } from './copy/rows.ts';
import { renameWorkers } from './copy/workers.ts';
import { StoreError } from './errors.ts';
import { shownStoreUrl, storeUrlOf, writeStoreUrl } from './location.ts';
import { nodeOf } from './node-name.ts';
import { createFileTarget, installCopy, openHomeSource } from './sqlite/copy-end.ts';
import { databaseName, hasDatabase } from './sqlite/files.ts';
import { lockHome } from './sqlite/home-lock.ts';
import { SOLE_WORKER } from './worker.ts';

/** The `--to` of a migration back into the home. */
export const INTO_HOME = 'sqlite';

/** A home that no daemon uses, and the database that it is to use. */
export interface StoreMigration {
  readonly home: string;
  /** Name of its node, if it isn't that of the home. */
  readonly node?: string | null;
  /** URL of its database, if a flag or a variable names one. */
  readonly given?: string | undefined;
  /** A URL, or `sqlite`. */
  readonly to: string;
  /** The bucket of databases on servers. */
  readonly bucket?: BucketLocation | null;
  /** URL of that bucket, if the home is to use it from now on. */
  readonly blobs?: string | undefined;
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
 * stays as it was. A migration to a server that was stopped continues, one into the home begins again.
 */
export async function migrateStore(migration: StoreMigration): Promise<MigratedStore> {
  const { home, given, to } = migration;
  const from = storeUrlOf({ home, given });
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
      if (target === null) writeBucketUrl(home, null);
      else if (migration.blobs !== undefined) writeBucketUrl(home, migration.blobs);
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

async function sourceOf({ home, bucket = null }: StoreMigration, url: string | null): Promise<Source> {
  if (url === null) return openHomeSource(home);
  const { holdSource } = await import('./postgres/copy-end.ts');
  return holdSource(url, { home, bucket: bucket && { location: bucket } });
}

async function copyToServer(migration: StoreMigration, source: Source, url: string): Promise<Copied> {
  const { copyInto } = await import('./postgres/copy-into.ts');
  return { digests: await copyInto(source, { ...migration, url }), keptIn: null };
}

async function copyIntoHome(migration: StoreMigration, source: Source): Promise<Copied> {
  const { home, now, progress } = migration;
  const file = join(home, 'agentmail.db.migrating');
  const remove = () => {
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true });
  };
  remove();
  const target = createFileTarget(file, now);
  try {
    const digests = await copyDatabase(source, target, progress);
    await target.write((db) => renameWorkers(db, { from: nodeOf(migration), to: SOLE_WORKER }));
    target.close();
    return { digests, keptIn: installCopy(home, { file, now }) };
  } catch (error) {
    target.close();
    remove();
    throw error;
  }
}
