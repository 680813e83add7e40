import type { BodyOf, ReplyOf } from '../../../shared/contract/endpoint.ts';
import { issueWords } from '../../../shared/contract/issue-words.ts';
import {
  type updateSettings as contract,
  type SettingName,
  settingsPatch,
} from '../../../shared/contract/settings.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import type { Config } from '../../platform/settings/config.ts';
import { openSecrets } from '../../platform/settings/secret-check.ts';
import { Settings } from '../../platform/settings/settings.ts';
import { OPERATOR } from '../../platform/store/actor.ts';
import type { BucketLocation } from '../../platform/store/bucket/location.ts';
import { NO_DAEMON_NODE } from '../../platform/store/cluster.ts';
import { hasDatabase, lockHome, openStore } from '../../platform/store/engine.ts';
import type { Store } from '../../platform/store/store.ts';
import { SystemClock } from '../../platform/system/clock.ts';
import { prepareHome } from '../../platform/system/home.ts';
import { openLog } from '../../platform/system/log.ts';
import { systemRandom } from '../../platform/system/random.ts';
import { updateSettings } from './settings.ts';

/** The settings of a home can't be changed; the message says why. */
export class SettingsError extends Error {}

/** Settings that had a stored value. */
interface UnsetReport {
  readonly home: string;
  readonly unset: readonly string[];
}

/** A home that no daemon uses, and its database if that's on a server. */
interface StoppedHome {
  readonly home: string;
  readonly store: string | null;
  /** Name of its node; null for that of the home. */
  readonly node: string | null;
  readonly blobs?: BucketLocation | null;
}

interface UnsetInput extends StoppedHome {
  readonly names: readonly SettingName[];
}

/** Resets settings of a home without a running daemon: one of them may prevent its start. */
export async function unsetSettings({ names, ...stopped }: UnsetInput): Promise<UnsetReport> {
  const { home, store: url } = stopped;
  if (url === null && !hasDatabase(home)) throw new SettingsError(`${home} has no database`);
  return withStore(stopped, async (store) => ({ home, unset: await forget(store, names) }));
}

/** Stores settings, as JSON, in a home without a running daemon, before its first start too. */
export async function setStopped(config: Config, json: string): Promise<ReplyOf<typeof contract>> {
  const changes = readChanges(json);
  prepareHome(config.home);
  return withStore(config, async (store) => {
    const secrets = await openSecrets(store, config, systemRandom);
    const log = openLog('silent', null);
    const settings = await Settings.load({ store, secrets, log }, config);
    try {
      return await updateSettings({ store, settings, config }, changes);
    } catch (error) {
      throw error instanceof ServiceError ? new SettingsError(reasonOf(error.details?.issues)) : error;
    }
  });
}

function readChanges(json: string): BodyOf<typeof contract> {
  const changes = settingsPatch.safeParse(JSON.parse(json), { error: issueWords });
  if (changes.success) return changes.data;
  throw new SettingsError(
    reasonOf(changes.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))),
  );
}

function reasonOf(issues: unknown): string {
  const [first] = issues as { path: string; message: string }[];
  return `${first?.path}: ${first?.message}`;
}

async function withStore<T>(
  { home, store: url, blobs = null, node }: StoppedHome,
  work: (store: Store) => Promise<T>,
): Promise<T> {
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
      return await work(store);
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
