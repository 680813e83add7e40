import type { CommandContext } from '../../context.ts';
import { CommandError, UsageError } from '../../errors.ts';
import { readIfPresent } from '../../machine/home/folder.ts';
import { type ServiceDefinition, serviceOf } from './definition.ts';
import { waitForAnswer } from './install.ts';
import { managerOf } from './manager.ts';

/**
 * Starts an installed service through its manager: otherwise it wouldn't restart after a failure. False
 * without a service, or when the manager doesn't start it.
 */
export async function resumeService(context: CommandContext): Promise<boolean> {
  const service = await installedService(context);
  if (!service) return false;
  try {
    await managerOf(context.world, service).resume();
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    context.notice(`Starting the daemon outside its service: ${error.message}`);
    return false;
  }
  await waitForAnswer(context);
  return true;
}

/** This home's service, if its file exists. */
async function installedService({ world, home }: CommandContext): Promise<ServiceDefinition | undefined> {
  try {
    const service = serviceOf(world, home, { http: undefined, smtp: undefined });
    return (await readIfPresent(service.file)) === undefined ? undefined : service;
  } catch (error) {
    // No service manager here, or none that could start this home.
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}
