import type { getClock } from '../../../../shared/contract/operator.ts';
import { command, result, word } from '../../../command.ts';
import type { Context } from '../../../context.ts';
import { secondsOf } from '../../../duration.ts';
import { UsageError } from '../../../errors.ts';
import { clockView } from '../../../views/operator.ts';

/** Timeout for running a year's jobs. */
const ADVANCE_TIMEOUT_MS = 10 * 60_000;

export const operatorClockAdvance = command({
  name: ['operator', 'clock', 'advance'],
  summary: 'Advance the test clock and run everything that falls due.',
  flags: {},
  arguments: { to: word('TIME', 'How far (90s, 25h, 2d), or to what time (2026-12-24).') },
  examples: [
    {
      command: 'agentmail operator clock advance 1d',
      about: 'advance by a day; needs agentmail up --test-clock',
    },
  ],
  endpoints: async () => {
    const { advanceClock, getClock } = await import('../../../../shared/contract/operator.ts');
    return { advanceClock, getClock };
  },
  run: async (context, input, { advanceClock, getClock }) => {
    const client = await context.client();
    const seconds = secondsOf(input.to) ?? (await secondsUntil(context, input.to, getClock));
    const clock = await client.call(advanceClock, {
      body: { seconds },
      timeoutMs: ADVANCE_TIMEOUT_MS,
    });
    return result(clock, clockView);
  },
});

/** From the daemon's time, which "tomorrow" is counted from too. */
async function secondsUntil(context: Context, typed: string, endpoint: typeof getClock): Promise<number> {
  const client = await context.client();
  const { now } = await client.call(endpoint, {});
  const { readTime } = await import('../../../moment.ts');
  const time = await readTime(context, typed, { towards: 'future', now: Date.parse(now) });
  const seconds = Math.ceil((Date.parse(time) - Date.parse(now)) / 1000);
  if (seconds >= 1) return seconds;
  throw new UsageError(`"${typed}" is in the past: the daemon's clock shows ${now}.`);
}
