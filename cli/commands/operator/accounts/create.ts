import { PLANS, TIERS } from '../../../../shared/contract/limits.ts';
import { choice, command, flag, result, text, word } from '../../../command.ts';
import { assertExclusive } from '../../../exclusive.ts';
import { given } from '../../../given.ts';
import { secretsOf } from '../../../secrets.ts';
import { createdAccount } from '../../../views/operator.ts';

export const operatorAccountsCreate = command({
  name: ['operator', 'accounts', 'create'],
  summary: 'Create an account and its first admin key.',
  flags: {
    plan: choice('--plan <PLAN>', 'Plan of the account; unlimited has no limits. Default: pro.', PLANS),
    tier: choice('--tier <TIER>', 'Same as --plan, but without unlimited.', TIERS),
    phone: text('--phone <NUMBER>', 'Mobile number in E.164 format.'),
    password: flag('--password', 'Ask for a password, or read it from stdin.'),
    unverified: flag('--unverified', 'Lock the account until both sign-up codes are confirmed.'),
  },
  arguments: { email: word('EMAIL', 'Sign-in address of the account.') },
  examples: [
    {
      command: 'agentmail operator accounts create bob@example.com --tier starter',
      about: 'create an account for another person',
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
