import { command, result } from '../command.ts';
import { callerView } from '../views/account.ts';

export const whoami = command({
  name: ['whoami'],
  summary: 'Show who you are: account, role and mailboxes of the key.',
  flags: {},
  arguments: {},
  examples: [{ command: 'agentmail whoami', about: 'check that the key works, and what it may do' }],
  endpoints: async () => {
    const { getCaller } = await import('../../shared/contract/accounts.ts');
    return { getCaller };
  },
  run: async (context, _input, { getCaller }) => {
    const client = await context.client();
    return result(await client.call(getCaller, {}), callerView);
  },
});
