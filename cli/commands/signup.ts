import { command, result } from '../command.ts';
import { UsageError } from '../errors.ts';
import { assertKeeps, keepCookie, keepNewKey } from '../input/asking/sign-in.ts';
import { assertTakesKey, replaceFlag } from '../input/asking/store-key.ts';
import { definedFields } from '../input/options/input.ts';
import { flag, text, word } from '../input/options/kinds.ts';
import { recordView } from '../output/views/record.ts';

export const signup = command({
  name: ['signup'],
  summary: 'Create a trial account and its first admin key.',
  flags: {
    phone: text('--phone <NUMBER>', 'Mobile number in E.164 format.'),
    acceptTerms: flag('--accept-terms', 'Accept the terms of service.'),
    password: flag('--password', 'Ask for a password, or read it from stdin.'),
    signIn: flag('--sign-in', 'Also sign in. Needs a password.'),
    code: flag('--code', 'Ask for an invitation code.'),
    save: text(
      '--save-as <PROFILE>',
      'Store the key in this profile. Default: the current profile, if it has no key.',
    ),
    force: replaceFlag,
  },
  arguments: { email: word('EMAIL', 'Sign-in address.') },
  examples: [
    {
      command: 'agentmail signup ann@example.com --phone +4915112345678 --accept-terms',
      about: 'sign up; then confirm the two codes',
    },
  ],
  endpoints: async () => {
    const { signUp, dashboardSignUp } = await import('../../shared/contract/signup.ts');
    return { signUp, dashboardSignUp };
  },
  run: async (context, input, { signUp, dashboardSignUp }) => {
    if (!input.acceptTerms) throw new UsageError('Signing up requires --accept-terms.');
    await assertTakesKey(context, input.save, input.force);
    await assertKeeps(context);
    const { secrets } = context;
    const password = input.password || input.signIn ? await secrets.ask('New password') : undefined;
    const invitation = input.code ? await secrets.ask('Invitation code') : undefined;
    const body = {
      email: input.email,
      accept_terms: true as const,
      ...definedFields({ phone_number: input.phone, cli_signup_code: invitation }),
    };
    const client = await context.client();
    if (!input.signIn || password === undefined) {
      const reply = await client.call(signUp, { body: { ...body, ...definedFields({ password }) } });
      return result(await keepNewKey(context, reply, input.save), recordView);
    }
    const response = await client.open(dashboardSignUp, { body: { ...body, password } });
    const reply = dashboardSignUp.replies[201].parse(await keepCookie(context, response));
    return result(await keepNewKey(context, reply, input.save), recordView);
  },
});
