import { command, flag, result, text, word } from '../command.ts';
import { UsageError } from '../errors.ts';
import { given } from '../given.ts';
import { assertTakesKey, replaceFlag } from '../home/store-key.ts';
import { secretsOf } from '../secrets.ts';
import { assertKeeps, keepCookie, keepNewKey } from '../sign-in.ts';
import { recordView } from '../views/record.ts';

export const signup = command({
  name: ['signup'],
  summary: 'Make a trial account with its first admin key.',
  flags: {
    phone: text('--phone <NUMBER>', 'Mobile number in E.164.'),
    acceptTerms: flag('--accept-terms', 'Accept the terms of the service.'),
    password: flag('--password', 'Ask for a password, or read it from stdin.'),
    signIn: flag('--sign-in', 'Sign the person in too; needs a password.'),
    code: flag('--code', 'Ask for the sign-up code that somebody handed out.'),
    save: text(
      '--save-as <PROFILE>',
      'Keep the key in this profile. Default: the profile in use, if it has none.',
    ),
    force: replaceFlag,
  },
  arguments: { email: word('EMAIL', 'Sign-in address.') },
  examples: [
    {
      command: 'agentmail signup ann@example.com --phone +4915112345678 --accept-terms',
      about: 'then confirm the two codes',
    },
  ],
  endpoints: async () => {
    const { signUp, dashboardSignUp } = await import('../../shared/contract/signup.ts');
    return { signUp, dashboardSignUp };
  },
  run: async (context, input, { signUp, dashboardSignUp }) => {
    if (!input.acceptTerms) throw new UsageError('The terms have to be accepted with --accept-terms.');
    await assertTakesKey(context, input.save, input.force);
    await assertKeeps(context);
    const secrets = secretsOf(context);
    const password = input.password || input.signIn ? await secrets.ask('New password') : undefined;
    const invitation = input.code ? await secrets.ask('Sign-up code') : undefined;
    const body = {
      email: input.email,
      accept_terms: true as const,
      ...given({ phone_number: input.phone, cli_signup_code: invitation }),
    };
    const client = await context.client();
    if (!input.signIn || password === undefined) {
      const reply = await client.call(signUp, { body: { ...body, ...given({ password }) } });
      return result(await keepNewKey(context, reply, input.save), recordView);
    }
    const response = await client.open(dashboardSignUp, { body: { ...body, password } });
    const reply = dashboardSignUp.replies[201].parse(await keepCookie(context, response));
    return result(await keepNewKey(context, reply, input.save), recordView);
  },
});
