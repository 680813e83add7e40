import { command, result, word } from '../../../command.ts';
import { recordView } from '../../../views/record.ts';

export const accountPasswordForgot = command({
  name: ['account', 'password', 'forgot'],
  summary: 'Email a token for setting a new password.',
  flags: {},
  arguments: { email: word('EMAIL', 'Sign-in address.') },
  examples: [
    {
      command: 'agentmail account password forgot ann@example.com',
      about: 'email a token that is valid for 30 minutes',
    },
  ],
  endpoints: async () => {
    const { requestPasswordReset } = await import('../../../../shared/contract/factors.ts');
    return { requestPasswordReset };
  },
  run: async (context, { email }, { requestPasswordReset }) => {
    const client = await context.client();
    return result(await client.call(requestPasswordReset, { body: { email } }), recordView);
  },
});
