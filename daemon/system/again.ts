import { type Clock, SECOND } from './clock.ts';

/** Milliseconds until work is taken up again that failed through no fault of its own, such as on a full disk. */
export const AGAIN_AFTER = 15 * SECOND;

/** Calls `work` in a while, unless the daemon stops before: the next start finds by state what was left. */
export function takeUpAgain(
  { clock, stopping }: { readonly clock: Clock; readonly stopping: AbortSignal },
  work: () => void,
): void {
  if (stopping.aborted) return;
  const cancel = clock.callAfter(AGAIN_AFTER, () => {
    stopping.removeEventListener('abort', cancel);
    work();
  });
  stopping.addEventListener('abort', cancel, { once: true });
}
