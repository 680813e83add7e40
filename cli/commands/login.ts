import { command, flag, result, text, word } from '../command.ts';
import { CommandError, hinting } from '../errors.ts';
import { secretsOf } from '../secrets.ts';
import { assertKeeps, keepSession, withSecondFactor } from '../sign-in.ts';
import { recordView } from '../views/record.ts';

const OTHER_PASSWORD = 'forgotten? agentmail account password forgot EMAIL';
const OTHER_CODE = 'if the code has expired, send a new one: agentmail login-code EMAIL';

export const login = command({
  name: ['login'],
  summary: 'Sign in; the password is read without echo, or from stdin.',
  flags: {
    emailCode: flag('--email-code', 'Use a code sent by email, for accounts without a password.'),
    challenge: text('--challenge <ID>', 'Challenge ID of the texted code, as the first attempt printed it.'),
  },
  arguments: { email: word('EMAIL', 'Sign-in address.') },
  examples: [{ command: 'agentmail login ann@example.com', about: 'store the session in this profile' }],
  endpoints: async () => {
    const { login } = await import('../../shared/contract/sessions.ts');
    return { login };
  },
  run: async (context, input, { login }) => {
    await assertKeeps(context);
    const secrets = secretsOf(context);
    const proof = input.emailCode
      ? { email_code: await secrets.ask('Code from the email') }
      : { password: await secrets.ask('Password') };
    const body = { email: input.email, ...proof };
    const client = await context.client();
    const attempt = (second: { code?: string; challenge?: string }) =>
      client.open(login, { body: { ...body, ...second } }).catch((error: unknown) => {
        if (!(error instanceof CommandError) || error.failure.code !== 'UNAUTHORIZED') throw error;
        throw hinting(error, input.emailCode ? OTHER_CODE : OTHER_PASSWORD);
      });
    const response = await withSecondFactor(secrets, input.challenge, attempt);
    return result(await keepSession(context, response), recordView);
  },
});
