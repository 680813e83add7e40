import { command, result } from '../../command.ts';
import { usageView } from '../../views/account.ts';

export const accountUsage = command({
  name: ['account', 'usage'],
  summary: 'Show sends, storage and delivery rates of the account.',
  flags: {},
  arguments: {},
  examples: [{ command: 'agentmail account usage', about: 'show the last 30 days' }],
  endpoints: async () => {
    const { getUsage } = await import('../../../shared/contract/account-life.ts');
    return { getUsage };
  },
  run: async (context, _input, { getUsage }) => {
    const client = await context.client();
    return result(await client.call(getUsage, {}), usageView);
  },
});
