import { command, result, text } from '../../../command.ts';
import { given } from '../../../given.ts';
import { accountWord } from '../../../operator-ids.ts';
import { recordView } from '../../../views/record.ts';

export const operatorAccountsUnhold = command({
  name: ['operator', 'accounts', 'unhold'],
  summary: "Release an account's legal hold.",
  flags: { reason: text('--reason <TEXT>', 'Reason to record.') },
  arguments: { account: accountWord },
  examples: [
    {
      command: 'agentmail operator accounts unhold bob@example.com',
      about: 'release the hold that the operator placed',
    },
  ],
  endpoints: async () => {
    const { operatorReleaseLegalHold } = await import('../../../../shared/contract/operator-accounts.ts');
    return { operatorReleaseLegalHold };
  },
  run: async (context, { account, reason }, { operatorReleaseLegalHold }) => {
    const client = await context.client();
    return result(
      await client.call(operatorReleaseLegalHold, {
        params: { id: account },
        body: given({ release_reason: reason }),
      }),
      recordView,
    );
  },
});
