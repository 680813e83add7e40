import type { BucketLocation } from '../bucket/location.ts';
import { type CopyProgress, type CopySource, copyDatabase } from '../copy/copy.ts';
import type { TableDigest } from '../copy/rows.ts';
import { renameWorkers } from '../copy/workers.ts';
import { StoreError } from '../errors.ts';
import { nodeOf } from '../node-name.ts';
import type { Queries } from '../queries.ts';
import { SOLE_WORKER } from '../worker.ts';
import { holdTarget } from './copy-end.ts';

/** A locked home, and the empty database that is to have its content. */
export interface ServerCopy {
  readonly url: string;
  readonly home: string;
  /** Name of its node, if it isn't that of the home. */
  readonly node?: string | null | undefined;
  readonly bucket?: BucketLocation | null | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly progress?: CopyProgress;
  /** Runs when everything is copied, before daemons may use the database. */
  readonly finishing?: () => void;
}

/** Copies everything into a database of a server, or continues a copy that was stopped. */
export async function copyInto(source: CopySource, copy: ServerCopy): Promise<readonly TableDigest[]> {
  const { url, home, bucket = null, now, progress, finishing } = copy;
  const target = await holdTarget(url, { home, now, bucket: bucket && { location: bucket } });
  try {
    await assertSameService(source.read, target.read);
    const digests = await copyDatabase(source, target, progress);
    finishing?.();
    await target.finish((db) => renameWorkers(db, { from: SOLE_WORKER, to: nodeOf(copy) }));
    return digests;
  } finally {
    await target.close();
  }
}

/** Rows of another service would get mixed with those of this one. */
async function assertSameService(source: Queries, target: Queries): Promise<void> {
  const known = await source.selectFrom('accounts').select('id').execute();
  const ids = new Set(known.map(({ id }) => id));
  const there = await target.selectFrom('accounts').select('id').execute();
  if (there.some(({ id }) => !ids.has(id))) {
    throw new StoreError('the target has accounts of another service; name an empty database');
  }
}
