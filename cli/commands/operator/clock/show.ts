import { command, result } from '../../../command.ts';
import { clockView } from '../../../views/operator.ts';

export const operatorClockShow = command({
  name: ['operator', 'clock', 'show'],
  summary: "Show the daemon's time.",
  flags: {},
  arguments: {},
  examples: [
    { command: 'agentmail operator clock show', about: 'show the time, and whether it is a test clock' },
  ],
  endpoints: async () => {
    const { getClock } = await import('../../../../shared/contract/operator.ts');
    return { getClock };
  },
  run: async (context, _input, { getClock }) => {
    const client = await context.client();
    return result(await client.call(getClock, {}), clockView);
  },
});
