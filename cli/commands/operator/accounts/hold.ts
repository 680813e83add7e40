import { command, requiredText, result, text } from '../../../command.ts';
import { given } from '../../../given.ts';
import { accountWord } from '../../../operator-ids.ts';
import { recordView } from '../../../views/record.ts';

export const operatorAccountsHold = command({
  name: ['operator', 'accounts', 'hold'],
  summary: 'Hold everything of an account.',
  flags: {
    reason: requiredText('--reason <TEXT>', 'Why.'),
    reference: text('--case <TEXT>', 'Reference of the case.'),
  },
  arguments: { account: accountWord },
  examples: [
    {
      command: 'agentmail operator accounts hold bob@example.com --reason dispute',
      about: 'nothing of it is deleted',
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
