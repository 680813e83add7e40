import { command, result } from '../../../command.ts';
import { challengeFlag, withProof } from '../../../prove.ts';
import { secretsOf } from '../../../secrets.ts';
import { recordView } from '../../../views/record.ts';

export const accountPasswordChange = command({
  name: ['account', 'password', 'change'],
  summary: 'Change the password and end all other sessions.',
  flags: { challenge: challengeFlag },
  arguments: {},
  examples: [
    {
      command: 'agentmail account password change',
      about: 'prompt for the new password, then re-authenticate',
    },
  ],
  endpoints: async () => {
    const { changePassword } = await import('../../../../shared/contract/factors.ts');
    return { changePassword };
  },
  run: async (context, input, { changePassword }) => {
    const secrets = secretsOf(context);
    const password = await secrets.ask('New password');
    const values = { new_password: password };
    const client = await context.client();
    const action = { scope: 'password_change' as const, values, challenge: input.challenge, secrets };
    const reply = await withProof(context, action, (proof, as) =>
      client.call(changePassword, { ...as, body: { ...values, ...proof } }),
    );
    return result(reply, recordView);
  },
});
