import { command, result } from '../../../command.ts';
import { confirm, yesFlag } from '../../../confirm.ts';
import { accountWord } from '../../../operator-ids.ts';
import { recordView } from '../../../views/record.ts';

export const operatorAccountsErase = command({
  name: ['operator', 'accounts', 'erase'],
  summary: 'Delete an account and erase its data immediately.',
  flags: { yes: yesFlag },
  arguments: { account: accountWord },
  examples: [
    { command: 'agentmail operator accounts erase bob@example.com', about: 'erase it; there is no undo' },
  ],
  endpoints: async () => {
    const { operatorEraseAccount } = await import('../../../../shared/contract/operator-accounts.ts');
    return { operatorEraseAccount };
  },
  run: async (context, { account, yes }, { operatorEraseAccount }) => {
    await confirm(context, yes, () => `Erase the account ${account} and all its mail now? There is no undo.`);
    const client = await context.client();
    return result(await client.call(operatorEraseAccount, { params: { id: account } }), recordView);
  },
});
