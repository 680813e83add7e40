import type { SettingName } from '../../shared/contract/settings.ts';
import { OPERATOR } from '../store/audit.ts';
import type { BucketLocation } from '../store/bucket/location.ts';
import { NO_DAEMON_NODE } from '../store/cluster.ts';
import { hasDatabase, lockHome, openStore } from '../store/engine.ts';
import type { Store } from '../store/store.ts';
import { SystemClock } from '../system/clock.ts';
import { systemRandom } from '../system/random.ts';

/** The settings of a home can't be changed; the message says why. */
export class UnsetError extends Error {}

/** Settings that had a stored value. */
interface UnsetReport {
  readonly home: string;
  readonly unset: readonly string[];
}

/** A home that no daemon uses, and its database if that's on a server. */
interface UnsetInput {
  readonly home: string;
  readonly store: string | null;
  /** Name of its node; null for that of the home. */
  readonly node: string | null;
  readonly blobs?: BucketLocation | null;
  readonly names: readonly SettingName[];
}

/** Resets settings of a home without a running daemon: one of them may prevent its start. */
export async function unsetSettings({
  home,
  store: url,
  blobs = null,
  node,
  names,
}: UnsetInput): Promise<UnsetReport> {
  if (url === null && !hasDatabase(home)) throw new UnsetError(`${home} has no database`);
  const unlock = lockHome(home);
  try {
    const store = await openStore({
      home,
      url,
      node: { ...NO_DAEMON_NODE, ...(url !== null && node !== null && { name: node }) },
      ...(blobs && { bucket: { location: blobs } }),
      clock: new SystemClock(),
      random: systemRandom,
      onHookFailure: (error) => {
        throw error;
      },
    });
    try {
      return { home, unset: await forget(store, names) };
    } finally {
      await store.close();
    }
  } finally {
    unlock();
  }
}

function forget(store: Store, names: readonly SettingName[]): Promise<string[]> {
  return store.write('service', async (transaction) => {
    const stored = await transaction.db
      .deleteFrom('settings')
      .where('name', 'in', names)
      .where('worker', 'in', ['', transaction.worker])
      .returning('name')
      .execute();
    const unset = stored.map(({ name }) => name).sort();
    if (unset.length === 0) return unset;
    await transaction.audit({
      kind: 'settings.updated',
      accountId: null,
      actor: OPERATOR,
      after: unset,
    });
    return unset;
  });
}
