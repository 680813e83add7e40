import { command, result } from '../command.ts';
import { healthView } from '../views/platform.ts';

export const health = command({
  name: ['health'],
  summary: 'Show the health and capabilities of the daemon; needs no key.',
  flags: {},
  arguments: {},
  examples: [{ command: 'agentmail health --json', about: 'check the daemon from a monitor' }],
  endpoints: async () => {
    const { getHealth } = await import('../../shared/contract/platform.ts');
    return { getHealth };
  },
  run: async (context, _input, { getHealth }) => {
    const client = await context.client();
    return result(await client.call(getHealth, {}), healthView);
  },
});
