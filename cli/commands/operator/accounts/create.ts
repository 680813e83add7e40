import { TIERS } from '../../../../shared/contract/limits.ts';
import { choice, command, flag, result, text, word } from '../../../command.ts';
import { given } from '../../../given.ts';
import { secretsOf } from '../../../secrets.ts';
import { createdAccount } from '../../../views/operator.ts';

export const operatorAccountsCreate = command({
  name: ['operator', 'accounts', 'create'],
  summary: 'Make an account with its first admin key.',
  flags: {
    tier: choice('--tier <TIER>', 'Its plan. Default: pro.', TIERS),
    phone: text('--phone <NUMBER>', 'Its mobile number in E.164.'),
    password: flag('--password', 'Ask for a password, or read it from stdin.'),
    unverified: flag('--unverified', 'Lock it until the codes of a sign-up are confirmed.'),
  },
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
  run: async (context, { email, tier, phone, password, unverified }, { operatorCreateAccount }) => {
    const body = {
      email,
      ...given({
        tier,
        phone_number: phone,
        password: password ? await secretsOf(context).ask('Password') : undefined,
        verified: unverified ? false : undefined,
      }),
    };
    const client = await context.client();
    return result(await client.call(operatorCreateAccount, { body }), createdAccount);
  },
});
