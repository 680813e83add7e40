import type { World } from '../../machine/world.ts';

/** Ctrl-C within a change, of which a part was made. */
export class InterruptedError extends Error {}

/** Ends a run between two calls. Its report is still printed: it has the secrets of what was created. */
export function assertNotInterrupted({ interrupted }: Pick<World, 'interrupted'>): void {
  if (interrupted.aborted) throw new InterruptedError();
}
