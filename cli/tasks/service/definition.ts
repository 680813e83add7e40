import { createHash } from 'node:crypto';
import { isAbsolute, join } from 'node:path';
import { DEFAULT_HOME, LOG_FILE } from '../../../shared/locator.ts';
import { UsageError } from '../../errors.ts';
import type { HomeFolder } from '../../machine/home/folder.ts';
import type { World } from '../../machine/world.ts';
import type { DaemonProgram } from './daemon-program.ts';
import { launchdPlist } from './launchd.ts';
import { systemdUnit } from './systemd.ts';

export type Manager = 'systemd' | 'launchd';

/** A service: its name and definition file. */
export interface ServiceDefinition {
  readonly manager: Manager;
  /** As `agentmail.service` or `local.agentmail`. */
  readonly name: string;
  readonly file: string;
  readonly content: string;
}

export interface ServiceOptions {
  readonly http: string | undefined;
  readonly smtp: string | undefined;
}

const MANAGERS: Readonly<Record<string, Manager>> = { linux: 'systemd', darwin: 'launchd' };
const TEXTS: Readonly<Record<Manager, (program: DaemonProgram, name: string) => string>> = {
  systemd: systemdUnit,
  launchd: launchdPlist,
};

/** The service of a home. The default home has the plain name, others one of their own. */
export function serviceOf(world: World, home: HomeFolder, options: ServiceOptions): ServiceDefinition {
  const { platform, userHome } = world.machine;
  const manager = MANAGERS[platform];
  if (!manager) throw new UsageError(`Services aren't supported on ${platform}, only on Linux and macOS.`);
  const path = absolute(home.path);
  const suffix = path === join(userHome, DEFAULT_HOME) ? '' : `-${shortHash(path)}`;
  const name = manager === 'systemd' ? `agentmail${suffix}.service` : `local.agentmail${suffix}`;
  const file =
    manager === 'systemd'
      ? join(world.env.XDG_CONFIG_HOME || join(userHome, '.config'), 'systemd/user', name)
      : join(userHome, 'Library/LaunchAgents', `${name}.plist`);
  const { http, smtp } = options;
  const log = join(path, LOG_FILE);
  const command = [
    ...world.processes.daemonCommand(),
    ...['run', '--home', path, '--log-file', log],
    ...(http === undefined ? [] : ['--http', http]),
    ...(smtp === undefined ? [] : ['--smtp', smtp]),
  ];
  for (const word of command) {
    if (/\p{Cc}/u.test(word))
      throw new UsageError(`${JSON.stringify(word)} can't be part of a service definition.`);
  }
  const content = TEXTS[manager]({ command, home: path, log }, name);
  return { manager, name, file, content };
}

function absolute(path: string): string {
  if (isAbsolute(path)) return path;
  throw new UsageError(`A service requires an absolute path of the home, not "${path}".`);
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}
