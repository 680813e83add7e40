import { TIERS } from '../../../../shared/contract/limits.ts';
import { choice, command, result, word } from '../../../command.ts';
import { createdAccount } from '../../../views/operator.ts';

export const operatorAccountsCreate = command({
  name: ['operator', 'accounts', 'create'],
  summary: 'Make an account with its first admin key.',
  flags: { tier: choice('--tier <TIER>', 'Its plan. Default: pro.', TIERS) },
  arguments: { email: word('EMAIL', 'Sign-in address of the account.') },
  examples: [
    {
      command: 'agentmail operator accounts create bob@example.com --tier starter',
      about: 'for somebody else',
    },
  ],
  endpoints: async () => {
    const { operatorCreateAccount } = await import('../../../../shared/contract/operator.ts');
    return { operatorCreateAccount };
  },
  run: async (context, { email, tier }, { operatorCreateAccount }) => {
    const client = await context.client();
    const body = { email, ...(tier === undefined ? {} : { tier }) };
    return result(await client.call(operatorCreateAccount, { body }), createdAccount);
  },
});
