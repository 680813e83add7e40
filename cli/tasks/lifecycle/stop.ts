import type { Locator } from '../../../shared/locator.ts';
import { checkReady, readLocator } from '../../client/connection.ts';
import { ApiError } from '../../client/errors.ts';
import { CommandError } from '../../errors.ts';
import type { HomeFolder } from '../../machine/home/folder.ts';
import type { World } from '../../machine/world.ts';

const STOP_TIMEOUT_MS = 15_000;
const KILL_TIMEOUT_MS = 2_000;
const LOOK_EVERY_MS = 25;

export type Stopped = { readonly stopped: true; readonly pid: number } | { readonly stopped: false };

/** Stops this home's daemon and waits until its process has ended. */
export async function stopDaemon(world: World, home: HomeFolder, force: boolean): Promise<Stopped> {
  const found = await readLocator(home);
  if (!found || !world.processes.isAlive(found.pid)) return { stopped: false };
  if (!force) await assertIsDaemon(world, home, found);
  world.processes.signal(found.pid, 'SIGTERM');
  if (await hasEnded(world, found.pid, STOP_TIMEOUT_MS)) return { stopped: true, pid: found.pid };
  if (force) {
    world.processes.signal(found.pid, 'SIGKILL');
    if (await hasEnded(world, found.pid, KILL_TIMEOUT_MS)) return { stopped: true, pid: found.pid };
  }
  throw new CommandError(
    `The daemon (pid ${found.pid}) is still running after ${STOP_TIMEOUT_MS / 1000} s.`,
    {
      exit: 'transient',
      code: 'STILL_RUNNING',
      details: { pid: found.pid },
      hint: 'it may be finishing work: look again, or agentmail down --force',
    },
  );
}

/** A crashed daemon's pid may belong to another program, which must not be stopped. */
async function assertIsDaemon(world: World, home: HomeFolder, found: Locator): Promise<void> {
  try {
    await checkReady(world, found.http);
  } catch (error) {
    if (error instanceof ApiError) return;
    throw new CommandError(`Process ${found.pid} lives, but does not answer as the daemon of ${home.path}.`, {
      exit: 'unreachable',
      code: 'UNREACHABLE',
      details: { pid: found.pid, url: found.http },
      hint: `if it is the daemon, agentmail down --force ends it; if not, remove ${home.locator}`,
    });
  }
}

async function hasEnded({ processes, clock }: World, pid: number, timeout: number): Promise<boolean> {
  const deadline = clock.now() + timeout;
  while (processes.isAlive(pid)) {
    if (clock.now() >= deadline) return false;
    await clock.sleep(LOOK_EVERY_MS);
  }
  return true;
}
