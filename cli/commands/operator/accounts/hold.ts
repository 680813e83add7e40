import { command, requiredText, result, text } from '../../../command.ts';
import { given } from '../../../given.ts';
import { accountWord } from '../../../operator-ids.ts';
import { recordView } from '../../../views/record.ts';

export const operatorAccountsHold = command({
  name: ['operator', 'accounts', 'hold'],
  summary: 'Place an account under legal hold.',
  flags: {
    reason: requiredText('--reason <TEXT>', 'Reason to record.'),
    reference: text('--case <TEXT>', 'Case reference.'),
  },
  arguments: { account: accountWord },
  examples: [
    {
      command: 'agentmail operator accounts hold bob@example.com --reason dispute',
      about: 'keep all of its data from being deleted',
    },
  ],
  endpoints: async () => {
    const { operatorApplyLegalHold } = await import('../../../../shared/contract/operator-accounts.ts');
    return { operatorApplyLegalHold };
  },
  run: async (context, { account, reason, reference }, { operatorApplyLegalHold }) => {
    const client = await context.client();
    return result(
      await client.call(operatorApplyLegalHold, {
        params: { id: account },
        body: { reason, ...given({ case_reference: reference }) },
      }),
      recordView,
    );
  },
});
