import { command, result, word } from '../../../command.ts';
import { confirm, yesFlag } from '../../../confirm.ts';
import { recordView } from '../../../views/record.ts';

export const operatorAccountsErase = command({
  name: ['operator', 'accounts', 'erase'],
  summary: 'End an account and erase what it holds, at once.',
  flags: { yes: yesFlag },
  arguments: { account: word('ACCOUNT', 'Id or email.') },
  examples: [{ command: 'agentmail operator accounts erase bob@example.com', about: 'there is no way back' }],
  endpoints: async () => {
    const { operatorEraseAccount } = await import('../../../../shared/contract/operator-accounts.ts');
    return { operatorEraseAccount };
  },
  run: async (context, { account, yes }, { operatorEraseAccount }) => {
    await confirm(
      context,
      yes,
      () => `Erase the account ${account} and all its mail now? There is no way back.`,
    );
    const client = await context.client();
    return result(await client.call(operatorEraseAccount, { params: { id: account } }), recordView);
  },
});
