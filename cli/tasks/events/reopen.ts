import type { ServerSentEvent } from '../../../shared/client/server-sent-events.ts';
import { ApiError } from '../../client/errors.ts';
import type { CommandContext } from '../../context.ts';
import { CommandError, UnreachableError } from '../../errors.ts';

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 2_000;

/** Listener for a stream's connection. */
export interface ConnectionListener {
  /** `again` after a loss. */
  opened(again: boolean): void;
  lost(): void;
}

function announcedBy(context: CommandContext): ConnectionListener {
  return {
    opened: (again) => {
      if (again) context.notice('Reconnected. Nothing was missed.');
    },
    lost: () => context.notice('Connection lost, reconnecting.'),
  };
}

/**
 * Reopens a stream whenever it ends, until interrupted. A first failure is the caller's; later losses are
 * reported once, and so is the recovery.
 */
export async function* reopened(
  context: CommandContext,
  open: (signal: AbortSignal) => Promise<AsyncGenerator<ServerSentEvent>>,
  link: ConnectionListener = announcedBy(context),
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

/** Anything but a refusal may recover: a restart, a network failure, a stale stream slot. */
function mayComeBack(error: unknown): boolean {
  if (error instanceof UnreachableError) return true;
  if (error instanceof ApiError) return error.code === 'SERVICE_UNAVAILABLE' || error.code === 'RATE_LIMITED';
  return !(error instanceof CommandError);
}
