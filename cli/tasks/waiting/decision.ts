import type { ReplyOf } from '../../../shared/contract/endpoint.ts';
import { LIMITS } from '../../../shared/contract/limits.ts';
import type { waitForDecision } from '../../../shared/contract/reading.ts';
import type { CommandContext } from '../../context.ts';
import { ANSWER_MARGIN_MS, pauseAfterEarlyAnswer, reconnecting } from './arrivals.ts';

interface AwaitedMessage {
  readonly id: string;
  readonly seconds: number;
}

/** Returns the outcome of a message when it's decided, when time is up, or on Ctrl+C. */
export async function untilDecided(
  context: CommandContext,
  { id, seconds }: AwaitedMessage,
  endpoint: typeof waitForDecision,
): Promise<ReplyOf<typeof waitForDecision> | null> {
  const { clock, interrupted } = context.world;
  const deadline = clock.now() + seconds * 1000;
  let last: ReplyOf<typeof waitForDecision> | null = null;
  do {
    const askedAt = clock.now();
    const left = Math.ceil((deadline - clock.now()) / 1000);
    const timeout = Math.min(LIMITS.waitSeconds.max, Math.max(LIMITS.waitSeconds.min, left));
    const asked = reconnecting(context, interrupted, (client) =>
      client.call(endpoint, {
        params: { id },
        query: { timeout },
        timeoutMs: timeout * 1000 + ANSWER_MARGIN_MS,
        signal: interrupted,
      }),
    );
    last = await asked.catch((error: unknown) => {
      if (interrupted.aborted) return last;
      throw error;
    });
    if (!last?.decided) await pauseAfterEarlyAnswer(context, interrupted, askedAt);
  } while (!last?.decided && clock.now() < deadline && !interrupted.aborted);
  return last;
}
