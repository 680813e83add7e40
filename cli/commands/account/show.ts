import { command, result } from '../../command.ts';
import { accountView } from '../../views/account.ts';

export const accountShow = command({
  name: ['account', 'show'],
  summary: 'Show the account of the current key.',
  flags: {},
  arguments: {},
  examples: [{ command: 'agentmail account show', about: 'show its plan and status' }],
  endpoints: async () => {
    const { getAccount } = await import('../../../shared/contract/accounts.ts');
    return { getAccount };
  },
  run: async (context, _input, { getAccount }) => {
    const client = await context.client();
    return result(await client.call(getAccount, {}), accountView);
  },
});
