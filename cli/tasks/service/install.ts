import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { CommandContext } from '../../context.ts';
import { CommandError, UsageError } from '../../errors.ts';
import { makeHomeFolder, readIfPresent } from '../../machine/home/folder.ts';
import { answers, whenStarted } from '../lifecycle/when-started.ts';
import type { ServiceDefinition } from './definition.ts';
import { managerOf } from './manager.ts';

const PRIVATE_FILE = 0o600;
const READABLE_FILE = 0o644;

/** The daemon as a system service: its unit or plist, and whether it runs. */
export interface ServiceState {
  readonly name: string;
  readonly file: string;
  readonly installed: boolean;
  /** Whether the file is what this version would write; undefined without one. */
  readonly current: boolean | null;
  /** Null when the service manager doesn't answer. */
  readonly running: boolean | null;
}

/** Writes the file, starts the daemon now and at each login, and waits until it's ready. */
export async function installService(
  context: CommandContext,
  service: ServiceDefinition,
): Promise<ServiceState> {
  const { world, home } = context;
  const manager = managerOf(world, service);
  if ((await manager.runs()) !== true && (await answers(context))) {
    throw new UsageError(
      'A daemon is already running for this home.',
      'agentmail down, then install the service',
    );
  }
  await makeHomeFolder(home);
  // Created here, to set its permissions.
  await (await open(home.log, 'a', PRIVATE_FILE)).close();
  await mkdir(dirname(service.file), { recursive: true });
  const unfinished = `${service.file}.new`;
  await writeFile(unfinished, service.content, { mode: READABLE_FILE });
  await rename(unfinished, service.file);
  try {
    await manager.start();
  } catch (error) {
    if (error instanceof CommandError)
      context.notice(`The service file is written. Start it yourself: ${manager.startByHand}`);
    throw error;
  }
  await waitForAnswer(context);
  return serviceState(context, service);
}

/** Stops the daemon and removes the file; the home stays as it is. */
export async function uninstallService(
  context: CommandContext,
  service: ServiceDefinition,
): Promise<ServiceState> {
  if ((await readIfPresent(service.file)) === undefined) {
    throw new UsageError(`No service named ${service.name}.`, 'agentmail service install');
  }
  const manager = managerOf(context.world, service);
  await manager.stop();
  await rm(service.file);
  await manager.forget();
  return serviceState(context, service);
}

export async function serviceState(
  { world }: CommandContext,
  service: ServiceDefinition,
): Promise<ServiceState> {
  const content = await readIfPresent(service.file);
  return {
    name: service.name,
    file: service.file,
    installed: content !== undefined,
    current: content === undefined ? null : content === service.content,
    running: (await managerOf(world, service).runs()) ?? null,
  };
}

/** Waits until a started service accepts requests. */
export async function waitForAnswer(context: CommandContext): Promise<void> {
  await whenStarted(
    context,
    new CommandError("The service was started but doesn't respond.", {
      exit: 'internal',
      code: 'NOT_STARTED',
      hint: 'agentmail logs shows why',
    }),
  );
}
