import { command, result, word } from '../../command.ts';
import { recordView } from '../../views/record.ts';

export const accountDelete = command({
  name: ['account', 'delete'],
  summary: 'Delete the account; what it holds is erased after 30 days.',
  flags: {},
  arguments: { email: word('EMAIL', 'Sign-in address of the account, as confirmation.') },
  examples: [{ command: 'agentmail account delete ann@example.com', about: 'there is no way back' }],
  endpoints: async () => {
    const { deleteAccount } = await import('../../../shared/contract/account-life.ts');
    return { deleteAccount };
  },
  run: async (context, { email }, { deleteAccount }) => {
    const client = await context.client();
    return result(await client.call(deleteAccount, { body: { confirm_email: email } }), recordView);
  },
});
