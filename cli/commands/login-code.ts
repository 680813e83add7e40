import { command, result, word } from '../command.ts';
import { recordView } from '../views/record.ts';

export const loginCode = command({
  name: ['login-code'],
  summary: 'Email a sign-in code.',
  flags: {},
  arguments: { email: word('EMAIL', 'Sign-in address.') },
  examples: [
    {
      command: 'agentmail login-code ann@example.com',
      about: 'then: agentmail login ann@example.com --email-code',
    },
  ],
  endpoints: async () => {
    const { sendLoginCode } = await import('../../shared/contract/sessions.ts');
    return { sendLoginCode };
  },
  run: async (context, { email }, { sendLoginCode }) => {
    const client = await context.client();
    return result(await client.call(sendLoginCode, { body: { email } }), recordView);
  },
});
