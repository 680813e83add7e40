import { LIMITS } from '../../../../shared/contract/limits.ts';
import { command, result, word } from '../../../command.ts';
import { UsageError } from '../../../errors.ts';
import { clockView } from '../../../views/operator.ts';

/** Running all that becomes due in a year takes a while. */
const ADVANCE_TIMEOUT_MS = 10 * 60_000;

export const operatorClockAdvance = command({
  name: ['operator', 'clock', 'advance'],
  summary: 'Move a test clock forward and run all that becomes due.',
  flags: {},
  arguments: { seconds: word('SECONDS', `How far, 1 to ${LIMITS.clockAdvanceSeconds}.`) },
  examples: [
    { command: 'agentmail operator clock advance 86400', about: 'a day; needs: agentmail up --test-clock' },
  ],
  endpoints: async () => {
    const { advanceClock } = await import('../../../../shared/contract/operator.ts');
    return { advanceClock };
  },
  run: async (context, input, { advanceClock }) => {
    if (!/^\d+$/.test(input.seconds)) throw new UsageError(`"${input.seconds}" is no number of seconds.`);
    const client = await context.client();
    const clock = await client.call(advanceClock, {
      body: { seconds: Number(input.seconds) },
      timeoutMs: ADVANCE_TIMEOUT_MS,
    });
    return result(clock, clockView);
  },
});
