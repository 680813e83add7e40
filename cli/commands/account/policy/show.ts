import { command, result } from '../../../command.ts';
import { recordView } from '../../../views/record.ts';

export const accountPolicyShow = command({
  name: ['account', 'policy', 'show'],
  summary: 'Show the account policy.',
  flags: {},
  arguments: {},
  examples: [
    { command: 'agentmail account policy show', about: 'show its send limit and the mode of new mailboxes' },
  ],
  endpoints: async () => {
    const { getAccountPolicy } = await import('../../../../shared/contract/account-policy.ts');
    return { getAccountPolicy };
  },
  run: async (context, _input, { getAccountPolicy }) => {
    const client = await context.client();
    return result(await client.call(getAccountPolicy, {}), recordView);
  },
});
