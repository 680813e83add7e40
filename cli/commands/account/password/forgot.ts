import { command, result, word } from '../../../command.ts';
import { recordView } from '../../../views/record.ts';

export const accountPasswordForgot = command({
  name: ['account', 'password', 'forgot'],
  summary: 'Have a token for a new password sent by email.',
  flags: {},
  arguments: { email: word('EMAIL', 'Sign-in address.') },
  examples: [
    { command: 'agentmail account password forgot ann@example.com', about: 'valid for half an hour' },
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
