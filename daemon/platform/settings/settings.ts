import { isDeepStrictEqual } from 'node:util';
import {
  MACHINE_SETTINGS,
  SETTING_NAMES,
  SETTING_SCHEMAS,
  type SettingName,
  type SettingValues,
} from '../../../shared/contract/settings.ts';
import type { Queries, Store, Transaction } from '../store/store.ts';
import type { Log } from '../system/log.ts';
import type { Secrets } from '../system/secrets.ts';
import type { Config } from './config.ts';
import { DEFINITIONS, LIVE } from './definitions.ts';
import { readValue, sealedValue } from './sealed.ts';

/** New values; null resets one to its default. */
export type SettingChanges = { readonly [K in SettingName]?: SettingValues[K] | null | undefined };

/** Stored values; others have their defaults. */
export type StoredSettings = Partial<SettingValues>;

interface SettingsPorts {
  readonly store: Store;
  readonly secrets: Secrets;
  readonly log: Log;
}

/** Settings of one run. Flags override stored values, which override defaults. */
export class Settings {
  readonly #ports: SettingsPorts;
  /** Configuration without stored settings. */
  readonly #base: Config;
  readonly #atStart: StoredSettings;
  /** The effective configuration. */
  readonly #running: Config;
  #stored: StoredSettings;
  #reloaded: Promise<void> = Promise.resolve();

  private constructor(ports: SettingsPorts, base: Config, stored: StoredSettings) {
    this.#ports = ports;
    this.#base = base;
    this.#atStart = stored;
    this.#stored = stored;
    this.#running = this.effectiveConfig();
  }

  /** Loads stored settings. A value that's no longer valid is ignored in favour of its default. */
  static async load(ports: SettingsPorts, base: Config): Promise<Settings> {
    const { store, log } = ports;
    const ignored = (setting: SettingName) => log.warn({ setting }, 'stored setting is invalid and ignored');
    const stored = await readStored(store.read, { ...stateOf(ports, base), ignored });
    return new Settings(ports, base, stored);
  }

  /** Reads the stored values again, after earlier calls. */
  reload(): Promise<void> {
    const read = async () => {
      this.#stored = await readStored(this.#ports.store.read, stateOf(this.#ports, this.#base));
    };
    this.#reloaded = this.#reloaded.then(read, read);
    return this.#reloaded;
  }

  get<K extends SettingName>(name: K): SettingValues[K] {
    // The default of a live setting depends on this run's listeners; of another, on the next run's.
    return this.#chosen(name) ?? DEFINITIONS[name].fallback(LIVE.has(name) ? this.#running : this.#base);
  }

  /** Whether a stored value, not a flag or the default, is in force. */
  isStored(name: SettingName): boolean {
    return this.#chosen(name) !== undefined;
  }

  #chosen<K extends SettingName>(name: K): SettingValues[K] | undefined {
    return this.#base.fixedSettings.includes(name) ? undefined : this.#stored[name];
  }

  /** The configuration of a run with the current settings. */
  effectiveConfig(): Config {
    let config = this.#base;
    for (const name of SETTING_NAMES) config = { ...config, ...this.#configured(name, config) };
    return config;
  }

  #configured<K extends SettingName>(name: K, config: Config): Partial<Config> {
    const value = this.#chosen(name);
    return (value !== undefined && DEFINITIONS[name].configure?.(value, config)) || {};
  }

  /** Settings whose stored value changed since the start. */
  restartNeeded(): SettingName[] {
    return SETTING_NAMES.filter(
      (name) =>
        !LIVE.has(name) &&
        !this.#base.fixedSettings.includes(name) &&
        JSON.stringify(this.#stored[name]) !== JSON.stringify(this.#atStart[name]),
    );
  }

  /** All values, without secrets. */
  view(): Record<string, unknown> {
    return Object.fromEntries(
      SETTING_NAMES.map((name) => [name, withoutSecrets(this.get(name), DEFINITIONS[name].secrets ?? [])]),
    );
  }

  /** Stored settings of the machine of any node. None of them is secret. */
  async storedOfMachine(node: string): Promise<StoredSettings> {
    const stored = await readStored(this.#ports.store.read, { ...stateOf(this.#ports, this.#base), node });
    return Object.fromEntries(
      Object.entries(stored).filter(([name]) => isSettingName(name) && MACHINE_SETTINGS.has(name)),
    );
  }

  /**
   * Stores changes for a node in a transaction and returns the names of changed settings, which are in force
   * after a reload. `assertFit` throws when the result is inconsistent.
   */
  async change(
    transaction: Transaction,
    { node, changes }: { readonly node: string; readonly changes: SettingChanges },
    assertFit: (stored: StoredSettings) => void,
  ): Promise<SettingName[]> {
    const { db } = transaction;
    const stored = await readStored(db, { ...stateOf(this.#ports, this.#base), node });
    const next: Record<string, unknown> = { ...stored };
    const changed: SettingName[] = [];
    for (const [name, value] of Object.entries(changes)) {
      if (!isSettingName(name) || value === undefined || isDeepStrictEqual(stored[name], value)) continue;
      const worker = workerOf(name, node);
      const { numDeletedRows } = await db
        .deleteFrom('settings')
        .where('name', '=', name)
        .where('worker', '=', worker)
        .executeTakeFirstOrThrow();
      if (value === null) {
        if (numDeletedRows === 0n) continue;
        delete next[name];
      } else {
        next[name] = value;
        await db
          .insertInto('settings')
          .values({ name, worker, value: this.#write(name, value) })
          .execute();
      }
      changed.push(name);
    }
    assertFit(next);
    if (changed.length > 0) transaction.publish({ kind: 'settings', id: 'service' });
    return changed;
  }

  #write(name: SettingName, value: unknown): string {
    const text = JSON.stringify(value);
    if (!DEFINITIONS[name].secrets) return text;
    return sealedValue(this.#ports.secrets, text);
  }
}

interface ReadStoredInput {
  readonly secrets: Secrets;
  readonly home: string;
  /** The node whose machine settings are read. */
  readonly node: string;
  readonly ignored?: ((name: SettingName) => void) | undefined;
}

function stateOf({ store, secrets }: SettingsPorts, { home }: Config): ReadStoredInput {
  return { secrets, home, node: store.cluster.node };
}

/** The node that the row of a setting names; empty for those of the service. */
function workerOf(name: SettingName, node: string): string {
  return MACHINE_SETTINGS.has(name) ? node : '';
}

/** Valid stored settings of the service and of the daemon's machine. */
async function readStored(
  db: Queries,
  { secrets, home, node, ignored }: ReadStoredInput,
): Promise<StoredSettings> {
  const rows = await db.selectFrom('settings').selectAll().where('worker', 'in', ['', node]).execute();
  const stored: Record<string, unknown> = {};
  for (const { name, worker, value } of rows) {
    if (!isSettingName(name) || worker !== workerOf(name, node)) continue;
    const parsed = SETTING_SCHEMAS[name].safeParse(readValue(secrets, home, value));
    if (parsed.success) stored[name] = parsed.data;
    else ignored?.(name);
  }
  return stored;
}

function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(SETTING_SCHEMAS, name);
}

function withoutSecrets(value: unknown, secrets: readonly string[] | 'all'): unknown {
  if (secrets === 'all') return value === null ? null : { set: true };
  if (secrets.length === 0 || typeof value !== 'object' || value === null) return value;
  const open = Object.entries(value).filter(([field]) => !secrets.includes(field));
  const set = secrets.map((field) => [`${field}_set`, Object.hasOwn(value, field)]);
  return Object.fromEntries([...open, ...set]);
}
