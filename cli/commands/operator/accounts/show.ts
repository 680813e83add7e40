import { command, result } from '../../../command.ts';
import { accountWord } from '../../../operator-ids.ts';
import { operatorAccountView } from '../../../views/operator.ts';

export const operatorAccountsShow = command({
  name: ['operator', 'accounts', 'show'],
  summary: 'Show an account of this daemon.',
  flags: {},
  arguments: { account: accountWord },
  examples: [
    {
      command: 'agentmail operator accounts show bob@example.com',
      about: 'show an account by its email address',
    },
  ],
  endpoints: async () => {
    const { operatorGetAccount } = await import('../../../../shared/contract/operator.ts');
    return { operatorGetAccount };
  },
  run: async (context, { account }, { operatorGetAccount }) => {
    const client = await context.client();
    return result(await client.call(operatorGetAccount, { params: { id: account } }), operatorAccountView);
  },
});
