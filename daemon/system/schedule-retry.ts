import { type Clock, SECOND } from './clock.ts';

/** Delay before retrying work that failed through no fault of its own, such as on a full disk. */
export const RETRY_AFTER = 15 * SECOND;

/**
 * Calls `work` after a delay, unless the daemon stops first: the next start finds unfinished work by its
 * state.
 */
export function scheduleRetry(
  { clock, stopping }: { readonly clock: Clock; readonly stopping: AbortSignal },
  work: () => void,
): void {
  if (stopping.aborted) return;
  const cancel = clock.callAfter(RETRY_AFTER, () => {
    stopping.removeEventListener('abort', cancel);
    work();
  });
  stopping.addEventListener('abort', cancel, { once: true });
}
