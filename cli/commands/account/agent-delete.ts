import { command, onOffWord, result } from '../../command.ts';
import { recordView } from '../../views/record.ts';

export const accountAgentDelete = command({
  name: ['account', 'agent-delete'],
  summary: 'Set whether agent keys may delete messages.',
  flags: {},
  arguments: { state: onOffWord('on allows it, off forbids it.') },
  examples: [{ command: 'agentmail account agent-delete off', about: 'takes effect on the next request' }],
  endpoints: async () => {
    const { setAgentDeletePolicy } = await import('../../../shared/contract/account-policy.ts');
    return { setAgentDeletePolicy };
  },
  run: async (context, { state }, { setAgentDeletePolicy }) => {
    const client = await context.client();
    return result(
      await client.call(setAgentDeletePolicy, {
        body: { enabled: state },
      }),
      recordView,
    );
  },
});
