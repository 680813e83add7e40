import { command, result } from '../../../command.ts';
import { secretsOf } from '../../../secrets.ts';
import { recordView } from '../../../views/record.ts';

export const accountPasswordReset = command({
  name: ['account', 'password', 'reset'],
  summary: 'Set a new password with the emailed token.',
  flags: {},
  arguments: {},
  examples: [
    { command: 'agentmail account password reset', about: 'prompt for the token and the new password' },
  ],
  endpoints: async () => {
    const { resetPassword } = await import('../../../../shared/contract/factors.ts');
    return { resetPassword };
  },
  run: async (context, _input, { resetPassword }) => {
    const secrets = secretsOf(context);
    const token = await secrets.ask('Token from the email');
    const password = await secrets.ask('New password');
    const client = await context.client();
    return result(await client.call(resetPassword, { body: { token, new_password: password } }), recordView);
  },
});
