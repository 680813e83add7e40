import {
  SETTING_NAMES,
  SETTING_SCHEMAS,
  type SettingName,
  type SettingValues,
} from '../../shared/contract/settings.ts';
import type { Config } from '../config.ts';
import type { Store } from '../store/store.ts';
import type { Secrets } from '../system/secrets.ts';
import { DEFINITIONS, LIVE } from './definitions.ts';

const SEAL = 'setting';

/** Values that the owner chose; null resets one to its default. */
export type SettingChanges = { readonly [K in SettingName]?: SettingValues[K] | null | undefined };

/** The settings of one run: what is stored, below what flags fix, above the defaults. */
export class Settings {
  readonly #store: Store;
  readonly #secrets: Secrets;
  /** Configuration of this run without what is stored. */
  readonly #base: Config;
  readonly #atStart: Partial<SettingValues>;
  /** Configuration that this run works with. */
  readonly #running: Config;
  #stored: Partial<SettingValues>;

  private constructor(store: Store, secrets: Secrets, base: Config, stored: Partial<SettingValues>) {
    this.#store = store;
    this.#secrets = secrets;
    this.#base = base;
    this.#atStart = stored;
    this.#stored = stored;
    this.#running = this.effectiveConfig();
  }

  static async load(store: Store, secrets: Secrets, base: Config): Promise<Settings> {
    const rows = await store.read.selectFrom('settings').selectAll().execute();
    const stored: Record<string, unknown> = {};
    for (const { name, value } of rows) {
      if (!isSettingName(name)) continue;
      const parsed = SETTING_SCHEMAS[name].safeParse(readValue(secrets, value));
      if (parsed.success) stored[name] = parsed.data;
    }
    return new Settings(store, secrets, base, stored as Partial<SettingValues>);
  }

  get<K extends SettingName>(name: K): SettingValues[K] {
    // What counts at once follows the listeners as they are; what waits for the next start, its own default.
    return this.#chosen(name) ?? DEFINITIONS[name].fallback(LIVE.has(name) ? this.#running : this.#base);
  }

  /** What the owner stored, whatever a flag fixes for this run. */
  stored<K extends SettingName>(name: K): SettingValues[K] | undefined {
    return this.#stored[name];
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

  async change(changes: SettingChanges): Promise<void> {
    const next: Record<string, unknown> = { ...this.#stored };
    await this.#store.write(async ({ db, onCommit }) => {
      for (const [name, value] of Object.entries(changes)) {
        if (!isSettingName(name) || value === undefined) continue;
        await db.deleteFrom('settings').where('name', '=', name).execute();
        delete next[name];
        if (value === null) continue;
        next[name] = value;
        await db
          .insertInto('settings')
          .values({ name, value: this.#write(name, value) })
          .execute();
      }
      onCommit(() => {
        this.#stored = next as Partial<SettingValues>;
      });
    });
  }

  #write(name: SettingName, value: unknown): string {
    const text = JSON.stringify(value);
    if (!DEFINITIONS[name].secrets) return text;
    return JSON.stringify({ sealed: this.#secrets.seal(SEAL, text).toString('base64') });
  }
}

function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(SETTING_SCHEMAS, name);
}

function readValue(secrets: Secrets, text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null || !('sealed' in value)) return value;
  return JSON.parse(secrets.unseal(SEAL, Buffer.from(String(value.sealed), 'base64')));
}

function withoutSecrets(value: unknown, secrets: readonly string[]): unknown {
  if (secrets.length === 0 || typeof value !== 'object' || value === null) return value;
  const open = Object.entries(value).filter(([field]) => !secrets.includes(field));
  const set = secrets.map((field) => [`${field}_set`, Object.hasOwn(value, field)]);
  return Object.fromEntries([...open, ...set]);
}
