import {
  type getSettings,
  MACHINE_SETTINGS,
  SETTING_NAMES,
  SETTING_SCHEMAS,
  type SettingName,
  type updateSettings,
} from '../../../shared/contract/settings.ts';
import type { CommandContext } from '../../context.ts';
import { NoCredentialError, NoDaemonError, UnreachableError, UsageError } from '../../errors.ts';
import { updateProfile } from '../home/profiles.ts';
import { DAEMON_SETTINGS, PROFILE_SETTINGS, type ProfileSetting } from './about.ts';
import { noticeOverruled, settingValue } from './settings.ts';

/** Settings of the profile and of the local daemon in one list. */

export interface ConfigRow {
  readonly name: string;
  readonly of: 'profile' | 'daemon';
  /** Whether a daemon's setting is of its machine or of the whole service; null for those of a profile. */
  readonly scope: 'machine' | 'service' | null;
  readonly value: unknown;
  readonly about: string;
  /** Allowed values, if they're a closed list. */
  readonly choices: readonly string[] | null;
}

/** Settings that `agentmail config` shows: those of the profile, and of its daemon if it's reachable. */
export interface ShownConfig {
  readonly profile: string;
  readonly settings: readonly ConfigRow[];
  /** Why the daemon's settings are missing, or null. */
  readonly daemon_problem: string | null;
  /** Changed settings that need a restart. */
  readonly restart_needed: readonly string[];
}

function isProfileSetting(name: string): name is ProfileSetting {
  return Object.hasOwn(PROFILE_SETTINGS, name);
}

function isDaemonSetting(name: string): name is SettingName {
  return Object.hasOwn(SETTING_SCHEMAS, name);
}

/** Settings that match one of the words or begin with it; all without words. */
export async function readConfig(
  context: CommandContext,
  words: readonly string[],
  endpoint: typeof getSettings,
): Promise<ShownConfig> {
  const daemon = await daemonSettings(context, endpoint);
  const wanted = ({ name }: ConfigRow) =>
    words.length === 0 || words.some((word) => `${name}.`.startsWith(`${word.replace(/\.$/, '')}.`));
  const settings = [...profileRows(context.profile), ...daemon.rows].filter(wanted);
  const { problem: daemon_problem, restart: restart_needed } = daemon;
  return { profile: context.profileName, settings, daemon_problem, restart_needed };
}

function profileRows(profile: CommandContext['profile']): ConfigRow[] {
  return Object.entries(PROFILE_SETTINGS).map(([name, about]) => ({
    name,
    of: 'profile' as const,
    scope: null,
    value: profile[name as ProfileSetting] ?? null,
    about,
    choices: null,
  }));
}

async function daemonSettings(context: CommandContext, endpoint: typeof getSettings) {
  try {
    const client = await context.client();
    const { settings, restart_needed: restart } = await client.call(endpoint, {});
    return { rows: rowsOf(settings), restart, problem: null };
  } catch (error) {
    const isElsewhere = [UnreachableError, NoCredentialError, UsageError].some(
      (kind) => error instanceof kind,
    );
    if (!isElsewhere || !(error instanceof Error)) throw error;
    return { rows: [], restart: [], problem: error.message };
  }
}

function rowsOf(settings: Readonly<Record<string, unknown>>): ConfigRow[] {
  return Object.entries(settings).map(([name, value]) => ({
    name,
    of: 'daemon' as const,
    scope: isDaemonSetting(name) && MACHINE_SETTINGS.has(name) ? ('machine' as const) : ('service' as const),
    value,
    about: isDaemonSetting(name) ? DAEMON_SETTINGS[name] : '',
    choices: choicesOf(name),
  }));
}

function choicesOf(name: string): readonly string[] | null {
  const schema: unknown = isDaemonSetting(name) ? SETTING_SCHEMAS[name] : undefined;
  const isList = typeof schema === 'object' && schema !== null && 'options' in schema;
  return isList && Array.isArray(schema.options) ? schema.options.map(String) : null;
}

/** A setting, and its new value; undefined resets it. */
interface SettingChange {
  readonly name: string;
  readonly value: string | undefined;
}

export async function changeConfig(
  context: CommandContext,
  { name, value }: SettingChange,
  endpoint: typeof updateSettings,
): Promise<ShownConfig> {
  assertSetting(name);
  if (!isProfileSetting(name)) {
    const stored = value === undefined ? null : settingValue(value);
    const changed = await changeDaemon(context, { [name]: stored }, endpoint).catch((error: unknown) => {
      if (error instanceof NoDaemonError) return changeStopped(context, name, stored);
      throw error;
    });
    noticeOverruled(context, { [name]: stored }, { [name]: changed.settings[0]?.value });
    return changed;
  }
  if (name === 'url' && value !== undefined && !URL.canParse(value)) {
    throw new UsageError(`${value} isn't a URL.`, 'example: http://127.0.0.1:4310');
  }
  const profile = await updateProfile(context.home, context.profileName, { [name]: value });
  const settings = profileRows(profile).filter((row) => row.name === name);
  return { profile: context.profileName, settings, daemon_problem: null, restart_needed: [] };
}

async function changeDaemon(
  context: CommandContext,
  body: Readonly<Record<string, unknown>>,
  endpoint: typeof updateSettings,
): Promise<ShownConfig> {
  const client = await context.client();
  // The daemon checks the value against its schema.
  const changed = await client.call(endpoint, { body: body as Record<string, never> });
  return {
    profile: context.profileName,
    settings: rowsOf(changed.settings).filter((row) => Object.hasOwn(body, row.name)),
    daemon_problem: null,
    restart_needed: changed.restart_needed,
  };
}

/** Changes the settings of a home that no daemon uses; null resets one. */
async function changeStopped(context: CommandContext, name: string, value: unknown): Promise<ShownConfig> {
  const { setWithoutDaemon, unsetWithoutDaemon } = await import('./stopped.ts');
  if (value === null) await unsetWithoutDaemon(context, name);
  const settings = value === null ? { [name]: null } : await setWithoutDaemon(context, name, value);
  return {
    profile: context.profileName,
    settings: rowsOf(settings).filter((row) => row.name === name),
    daemon_problem: null,
    restart_needed: [],
  };
}

export function assertSetting(name: string): void {
  if (isProfileSetting(name) || isDaemonSetting(name)) return;
  const all = [...Object.keys(PROFILE_SETTINGS), ...SETTING_NAMES];
  const alike = all.filter((each) => each.split('.').some((part) => name.split('.').includes(part)));
  throw new UsageError(
    `No setting named "${name}".`,
    alike.length > 0 ? `did you mean ${alike.join(', ')}?` : 'agentmail config list shows all settings',
  );
}
