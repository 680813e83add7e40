import { ACTION_SCOPES } from '../../shared/action-scopes.ts';
import { type Command, command, result } from '../command.ts';
import { CommandError, hinting } from '../errors.ts';
import { assertKeeps, forgetSession, keepSession, withSecondFactor } from '../input/asking/sign-in.ts';
import { parseValues } from '../input/options/input.ts';
import { choiceWord, flag, text, word } from '../input/options/kinds.ts';
import { callerView } from '../output/views/account.ts';
import { recordView } from '../output/views/record.ts';

const OTHER_PASSWORD = 'forgotten? agentmail account password forgot EMAIL';

const OTHER_CODE = 'if the code has expired, send a new one: agentmail login-code EMAIL';

export const signIn: readonly Command[] = [
  command({
    name: ['whoami'],
    summary: 'Show who you are: account, role and mailboxes of the key.',
    examples: [{ command: 'agentmail whoami', about: 'check that the key works, and what it may do' }],
    endpoint: async () => (await import('../../shared/contract/accounts.ts')).getCaller,
    view: callerView,
  }),
  command({
    name: ['login'],
    summary: 'Sign in; the password is read without echo, or from stdin.',
    flags: {
      emailCode: flag('--email-code', 'Use a code sent by email, for accounts without a password.'),
      challenge: text(
        '--challenge <ID>',
        'Challenge ID of the texted code, as the first attempt printed it.',
      ),
    },
    arguments: { email: word('EMAIL', 'Sign-in address.') },
    examples: [{ command: 'agentmail login ann@example.com', about: 'store the session in this profile' }],
    endpoints: async () => {
      const { login } = await import('../../shared/contract/sessions.ts');
      return { login };
    },
    run: async (context, input, { login }) => {
      await assertKeeps(context);
      const { secrets } = context;
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
  }),
  command({
    name: ['login-code'],
    summary: 'Email a sign-in code.',
    arguments: { email: word('EMAIL', 'Sign-in address.') },
    examples: [
      {
        command: 'agentmail login-code ann@example.com',
        about: 'then: agentmail login ann@example.com --email-code',
      },
    ],
    endpoint: async () => (await import('../../shared/contract/sessions.ts')).sendLoginCode,
    request: ({ email }) => ({ body: { email } }),
    view: recordView,
  }),
  command({
    name: ['logout'],
    summary: 'Sign out.',
    examples: [{ command: 'agentmail logout', about: 'sign out; API keys keep working' }],
    endpoints: async () => {
      const { logout } = await import('../../shared/contract/sessions.ts');
      return { logout };
    },
    run: async (context, _input, { logout }) => {
      const client = await context.client();
      const reply = await client.call(logout, {}).catch(async (error: unknown) => {
        // A session that the daemon doesn't know is useless here too.
        if (error instanceof CommandError && error.failure.code === 'UNAUTHORIZED')
          await forgetSession(context);
        throw error;
      });
      await forgetSession(context);
      return result(reply, recordView);
    },
  }),
  command({
    name: ['reauth'],
    summary: 'Request a re-authentication code by text message for one action.',
    flags: { stdin: flag('--stdin', "Read the action's values from stdin, as a JSON object.") },
    arguments: { action: choiceWord('ACTION', 'Action to authorize.', ACTION_SCOPES) },
    examples: [
      {
        command: 'agentmail reauth mfa_change',
        about: 'request a code; then run the action with --challenge',
      },
    ],
    endpoint: async () => (await import('../../shared/contract/reauth.ts')).sendReauthSms,
    request: async ({ action, stdin }, context) => ({
      body: { action_scope: action, values: stdin ? parseValues(await context.world.stdin.readAll()) : {} },
    }),
    view: recordView,
  }),
];
