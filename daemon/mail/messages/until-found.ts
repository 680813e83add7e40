import { ServiceError } from '../../platform/errors/service-error.ts';
import { isUnreachable } from '../../platform/store/trouble.ts';
import { Wakeup } from '../../platform/system/wakeup.ts';
import type { MailContext } from '../context.ts';

/** Looks into a mailbox until it has an answer. */
interface Lookout<T> {
  readonly mailboxId: string;
  /** Milliseconds until the search ends without an answer. */
  readonly timeout: number;
  /** Ends the search early, because the caller is gone. */
  readonly signal: AbortSignal;
  /** Undefined while there is no answer. `waited` is false on the first look. */
  readonly look: (waited: boolean) => Promise<T | undefined>;
}

/**
 * Looks at once, after each change of the mailbox, and every `LOOK_AGAIN`; undefined after the timeout.
 */
export function untilFound<T>(context: WaitContext, lookout: Lookout<T>): Promise<T | undefined> {
  return context.metrics.operations.run(
    'wait',
    () => wait(context, lookout),
    (found) => (found === undefined ? 'timeout' : 'found'),
  );
}

type WaitContext = Pick<MailContext, 'clock' | 'metrics' | 'signals' | 'stopping'>;

async function wait<T>(
  { clock, signals, stopping }: WaitContext,
  { mailboxId, timeout, signal, look }: Lookout<T>,
): Promise<T | undefined> {
  const deadline = clock.elapsed() + timeout;
  const change = new Wakeup();
  let waited = false;
  const unwatch = signals.watch({ kind: 'mailbox', id: mailboxId }, change.wake);
  const cancelAlarm = clock.callAfter(timeout, change.wake);
  signal.addEventListener('abort', change.wake, { once: true });
  try {
    while (!signal.aborted) {
      if (stopping.aborted) throw new ServiceError('SERVICE_UNAVAILABLE', { retry_after: 1 });
      change.reset();
      const found = await look(waited).catch((error: unknown) => {
        // The database may be back before the deadline.
        if (waited && clock.elapsed() < deadline && isUnreachable(error)) return undefined;
        throw error;
      });
      if (found !== undefined || clock.elapsed() >= deadline) return found;
      await change.happened;
      waited = true;
    }
    return undefined;
  } finally {
    unwatch();
    cancelAlarm();
    signal.removeEventListener('abort', change.wake);
  }
}
