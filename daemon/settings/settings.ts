import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import {
  SETTING_NAMES,
  SETTING_SCHEMAS,
  type SettingName,
  type SettingValues,
} from '../../shared/contract/settings.ts';
import type { Config } from '../config.ts';
import type { Queries, Store, Transaction } from '../store/store.ts';
import type { Log } from '../system/log.ts';
import { SECRET_FILE, SecretFileError, type Secrets } from '../system/secrets.ts';
import { DEFINITIONS, LIVE } from './definitions.ts';

const SEAL = 'setting';
/** A sealed value that only the right secret opens. Kept in the settings table, so that backups include it. */
const CANARY = 'secret.canary';

/** Values that the owner chose; null resets one to its default. */
export type SettingChanges = { readonly [K in SettingName]?: SettingValues[K] | null | undefined };

/** Values that were chosen; the others have their defaults. */
export type StoredSettings = Partial<SettingValues>;

/** The settings of one run: what is stored, below what flags fix, above the defaults. */
export class Settings {
  readonly #secrets: Secrets;
  /** Configuration of this run without what is stored. */
  readonly #base: Config;
  readonly #atStart: StoredSettings;
  /** Configuration that this run works with. */
  readonly #running: Config;
  #stored: StoredSettings;

  private constructor(secrets: Secrets, base: Config, stored: StoredSettings) {
    this.#secrets = secrets;
    this.#base = base;
    this.#atStart = stored;
    this.#stored = stored;
    this.#running = this.effectiveConfig();
  }

  /** Reads what is stored; a value that could not be stored today is left out, so that its default counts. */
  static async load(store: Store, secrets: Secrets, base: Config, log: Log): Promise<Settings> {
    const ignored = (setting: SettingName) =>
      log.warn({ setting }, 'a stored setting is no value, and is ignored');
    return new Settings(secrets, base, await readStored(store.read, secrets, base.home, ignored));
  }

  get<K extends SettingName>(name: K): SettingValues[K] {
    // What counts at once follows the listeners as they are; what waits for the next start, its own default.
    return this.#chosen(name) ?? DEFINITIONS[name].fallback(LIVE.has(name) ? this.#running : this.#base);
  }

  /** Whether this run goes by a stored value, not by a flag or the default. */
  isStored(name: SettingName): boolean {
    return this.#chosen(name) !== undefined;
  }

  #chosen<K extends SettingName>(name: K): SettingValues[K] | undefined {
    return this.#base.fixedSettings.includes(name) ? undefined : this.#stored[name];
  }

  /** The configuration that a run with the settings of now works with. */
  effectiveConfig(): Config {
    let config = this.#base;
    for (const name of SETTING_NAMES) config = { ...config, ...this.#configured(name, config) };
    return config;
  }

  #configured<K extends SettingName>(name: K, config: Config): Partial<Config> {
    const value = this.#chosen(name);
    return (value !== undefined && DEFINITIONS[name].configure?.(value, config)) || {};
  }

  /** Names whose stored value differs from the one that this run started with. */
  restartNeeded(): SettingName[] {
    return SETTING_NAMES.filter(
      (name) =>
        !LIVE.has(name) &&
        !this.#base.fixedSettings.includes(name) &&
        JSON.stringify(this.#stored[name]) !== JSON.stringify(this.#atStart[name]),
    );
  }

  /** All values without their secrets. */
  view(): Record<string, unknown> {
    return Object.fromEntries(
      SETTING_NAMES.map((name) => [name, withoutSecrets(this.get(name), DEFINITIONS[name].secrets ?? [])]),
    );
  }

  /**
   * Stores changes as part of a transaction and tells which settings are others by that. `assertFit` throws when what is
   * then stored does not go together.
   */
  async change(
    transaction: Transaction,
    changes: SettingChanges,
    assertFit: (stored: StoredSettings) => void,
  ): Promise<SettingName[]> {
    const { db } = transaction;
    const stored = await readStored(db, this.#secrets, this.#base.home);
    const next: Record<string, unknown> = { ...stored };
    const changed: SettingName[] = [];
    for (const [name, value] of Object.entries(changes)) {
      if (!isSettingName(name) || value === undefined || isDeepStrictEqual(stored[name], value)) continue;
      const { numDeletedRows } = await db
        .deleteFrom('settings')
        .where('name', '=', name)
        .executeTakeFirstOrThrow();
      if (value === null) {
        if (numDeletedRows === 0n) continue;
        delete next[name];
      } else {
        next[name] = value;
        await db
          .insertInto('settings')
          .values({ name, value: this.#write(name, value) })
          .execute();
      }
      changed.push(name);
    }
    assertFit(next);
    transaction.onCommit(() => {
      this.#stored = next;
    });
    return changed;
  }

  #write(name: SettingName, value: unknown): string {
    const text = JSON.stringify(value);
    if (!DEFINITIONS[name].secrets) return text;
    return sealedValue(this.#secrets, text);
  }
}

function sealedValue(secrets: Secrets, text: string): string {
  return JSON.stringify({ sealed: secrets.seal(SEAL, text).toString('base64') });
}

/** Whether the database was used with a secret before. */
export async function needsSecret({ read }: Store): Promise<boolean> {
  const canary = read.selectFrom('settings').select('name').where('name', '=', CANARY);
  const account = read.selectFrom('accounts').select('id').limit(1);
  return Boolean((await canary.executeTakeFirst()) ?? (await account.executeTakeFirst()));
}

/** Seals a value that each later start opens first; throws when the secret isn't the one of the database. */
export async function assertSecret(store: Store, secrets: Secrets, home: string): Promise<void> {
  await store.write(async ({ db }) => {
    // Sealed settings of a home from before there was a canary are opened as well.
    const rows = await db.selectFrom('settings').selectAll().execute();
    for (const { value } of rows) readValue(secrets, home, value);
    if (rows.some(({ name }) => name === CANARY)) return;
    await db
      .insertInto('settings')
      .values({ name: CANARY, value: sealedValue(secrets, JSON.stringify('agentmail')) })
      .execute();
  });
}

/** What is stored and can be used. */
async function readStored(
  db: Queries,
  secrets: Secrets,
  home: string,
  ignored?: (name: SettingName) => void,
): Promise<StoredSettings> {
  const rows = await db.selectFrom('settings').selectAll().execute();
  const stored: Record<string, unknown> = {};
  for (const { name, value } of rows) {
    if (!isSettingName(name)) continue;
    const parsed = SETTING_SCHEMAS[name].safeParse(readValue(secrets, home, value));
    if (parsed.success) stored[name] = parsed.data;
    else ignored?.(name);
  }
  return stored;
}

function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(SETTING_SCHEMAS, name);
}

/** The value of a stored row; a sealed one that does not open was sealed with another secret. */
export function readValue(secrets: Secrets, home: string, text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null || !('sealed' in value)) return value;
  return JSON.parse(unsealed(secrets, home, Buffer.from(String(value.sealed), 'base64')));
}

function unsealed(secrets: Secrets, home: string, sealed: Buffer): string {
  try {
    return secrets.unseal(SEAL, sealed);
  } catch {
    throw new SecretFileError(join(home, SECRET_FILE), 'is not the one of this database');
  }
}

function withoutSecrets(value: unknown, secrets: readonly string[]): unknown {
  if (secrets.length === 0 || typeof value !== 'object' || value === null) return value;
  const open = Object.entries(value).filter(([field]) => !secrets.includes(field));
  const set = secrets.map((field) => [`${field}_set`, Object.hasOwn(value, field)]);
  return Object.fromEntries([...open, ...set]);
}
