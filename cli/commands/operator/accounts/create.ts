import { PLANS, TIERS } from '../../../../shared/contract/limits.ts';
import { choice, command, flag, result, text, word } from '../../../command.ts';
import { assertExclusive } from '../../../exclusive.ts';
import { given } from '../../../given.ts';
import { secretsOf } from '../../../secrets.ts';
import { createdAccount } from '../../../views/operator.ts';

export const operatorAccountsCreate = command({
  name: ['operator', 'accounts', 'create'],
  summary: 'Make an account with its first admin key.',
  flags: {
    plan: choice('--plan <PLAN>', 'Its plan; unlimited has no ceilings. Default: pro.', PLANS),
    tier: choice('--tier <TIER>', 'The same; the plans with ceilings only.', TIERS),
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
  run: async (context, { email, plan, tier, phone, password, unverified }, { operatorCreateAccount }) => {
    assertExclusive({ '--plan': plan !== undefined, '--tier': tier !== undefined });
    const body = {
      email,
      ...given({
        plan,
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
