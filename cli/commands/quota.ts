import { command, result } from '../command.ts';
import { quotaView } from '../views/account.ts';

export const quota = command({
  name: ['quota'],
  summary: 'Show how many sends are left today.',
  flags: {},
  arguments: {},
  examples: [{ command: 'agentmail quota', about: 'check before a batch of messages' }],
  endpoints: async () => {
    const { getQuota } = await import('../../shared/contract/accounts.ts');
    return { getQuota };
  },
  run: async (context, _input, { getQuota }) => {
    const client = await context.client();
    return result(await client.call(getQuota, {}), quotaView);
  },
});
