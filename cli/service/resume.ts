import type { Context } from '../context.ts';
import { CommandError, UsageError } from '../errors.ts';
import { readIfPresent } from '../home/folder.ts';
import { type Definition, serviceOf } from './definition.ts';
import { waitForAnswer } from './install.ts';
import { managerOf } from './manager.ts';

/**
 * Has the system start the daemon of a home that is installed as a service: one that was started another way
 * would not come back after a failure. False where there is no service, or where the system does not start
 * it.
 */
export async function resumeService(context: Context): Promise<boolean> {
  const service = await installedService(context);
  if (!service) return false;
  try {
    await managerOf(context.world, service).resume();
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    context.notice(`The daemon starts outside of its service: ${error.message}`);
    return false;
  }
  await waitForAnswer(context);
  return true;
}

/** The service of this home, when its file is there. */
async function installedService({ world, home }: Context): Promise<Definition | undefined> {
  try {
    const service = serviceOf(world, home, { http: undefined, smtp: undefined });
    return (await readIfPresent(service.file)) === undefined ? undefined : service;
  } catch (error) {
    // No manager for this system, or no home that one could start.
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}
