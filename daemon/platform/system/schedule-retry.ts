import { type Clock, SECOND } from './clock.ts';
import { trackWork } from './track-work.ts';

/** Delay before retrying work that failed through no fault of its own, such as on a full disk. */
export const RETRY_AFTER = 15 * SECOND;

/** Parts of the daemon that wait for retries, and count them. */
export interface RetryParts {
  readonly clock: Clock;
  /** Retries that wait for their time. */
  readonly retries: Set<Promise<void>>;
}

/**
 * Calls `work`, which never rejects, after a delay. It counts as a retry until it has ended, or the returned
 * function cancels it.
 */
export function retryAfter(
  { clock, retries }: RetryParts,
  milliseconds: number,
  work: () => unknown,
): () => void {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  void trackWork(retries, promise);
  const cancel = clock.callAfter(milliseconds, () => resolve(work()));
  return () => {
    cancel();
    resolve(undefined);
  };
}

/**
 * Calls `work`, which never rejects, after a delay, unless the daemon stops first: the next start finds
 * unfinished work by its state.
 */
export function scheduleRetry(
  { stopping, ...parts }: RetryParts & { readonly stopping: AbortSignal },
  work: () => unknown,
): void {
  if (stopping.aborted) return;
  const cancel = retryAfter(parts, RETRY_AFTER, () => {
    stopping.removeEventListener('abort', cancel);
    return work();
  });
  stopping.addEventListener('abort', cancel, { once: true });
}
