import { findDaemon } from '../../client/connection.ts';
import type { CommandContext } from '../../context.ts';
import { UnreachableError } from '../../errors.ts';

const READY_TIMEOUT_MS = 30_000;
const LOOK_EVERY_MS = 50;

/**
 * Waits until the daemon of this home answers, which another program starts; rejects with `late` when it
 * doesn't.
 */
export async function whenStarted(context: CommandContext, late: Error): Promise<void> {
  const { clock, interrupted } = context.world;
  const deadline = clock.now() + READY_TIMEOUT_MS;
  while (!(await answers(context))) {
    if (interrupted.aborted || clock.now() >= deadline) throw late;
    await clock.sleep(LOOK_EVERY_MS, interrupted);
  }
}

/** Whether the daemon of this home answers. */
export async function answers(context: CommandContext): Promise<boolean> {
  return findDaemon(context).then(
    () => true,
    (error: unknown) => {
      if (error instanceof UnreachableError) return false;
      throw error;
    },
  );
}
