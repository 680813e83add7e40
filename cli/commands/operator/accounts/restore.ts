import { command, result } from '../../../command.ts';
import { accountWord } from '../../../operator-ids.ts';
import { restoredAccount } from '../../../views/operator.ts';

export const operatorAccountsRestore = command({
  name: ['operator', 'accounts', 'restore'],
  summary: 'Restore an account within 30 days of its deletion.',
  description:
    'Its mailboxes and messages return. Its keys and sessions stay revoked, and its webhooks stay\n' +
    'disabled: create a new key afterwards.',
  flags: {},
  arguments: { account: accountWord },
  examples: [
    {
      command: 'agentmail operator accounts restore bob@example.com',
      about: 'restore it; then create a new key for it',
    },
  ],
  endpoints: async () => {
    const { operatorRestoreAccount } = await import('../../../../shared/contract/operator-accounts.ts');
    return { operatorRestoreAccount };
  },
  run: async (context, { account }, { operatorRestoreAccount }) => {
    const client = await context.client();
    return result(await client.call(operatorRestoreAccount, { params: { id: account } }), restoredAccount);
  },
});
