import { ApiError } from '../client/errors.ts';
import type { ServerSentEvent } from '../client/server-sent-events.ts';
import type { Context } from '../context.ts';
import { CommandError, UnreachableError } from '../errors.ts';

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 2_000;

/** Hears of the connection of a stream. */
export interface Link {
  /** `again` when it was lost before. */
  opened(again: boolean): void;
  lost(): void;
}

function announcedBy(context: Context): Link {
  return {
    opened: (again) => {
      if (again) context.notice('Connected again; nothing was missed.');
    },
    lost: () => context.notice('The connection was lost; trying to resume.'),
  };
}

/**
 * A stream that is opened again whenever it ends, until the person interrupts. A first connection that fails
 * is the caller's problem; what is lost later is told once, and when it is back.
 */
export async function* reopened(
  context: Context,
  open: (signal: AbortSignal) => Promise<AsyncGenerator<ServerSentEvent>>,
  link: Link = announcedBy(context),
): AsyncGenerator<ServerSentEvent> {
  const { clock, interrupted } = context.world;
  let pause = FIRST_PAUSE_MS;
  let connectedBefore = false;
  let lost = false;
  while (!interrupted.aborted) {
    try {
      const events = await open(interrupted);
      link.opened(lost);
      connectedBefore = true;
      lost = false;
      pause = FIRST_PAUSE_MS;
      yield* events;
    } catch (error) {
      if (interrupted.aborted) return;
      if (!connectedBefore || !mayComeBack(error)) throw error;
    }
    if (interrupted.aborted) return;
    if (!lost) link.lost();
    lost = true;
    await clock.sleep(pause, interrupted);
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
  }
}

/** Everything but a refusal: the daemon restarts, the network is down, old streams are not yet given up. */
function mayComeBack(error: unknown): boolean {
  if (error instanceof UnreachableError) return true;
  if (error instanceof ApiError) return error.code === 'SERVICE_UNAVAILABLE' || error.code === 'RATE_LIMITED';
  return !(error instanceof CommandError);
}
