import { command, result, word } from '../../../command.ts';
import { challengeFlag, withProof } from '../../../prove.ts';
import { secretsOf } from '../../../secrets.ts';
import { recordView } from '../../../views/record.ts';

export const accountEmailChange = command({
  name: ['account', 'email', 'change'],
  summary: 'Start changing the sign-in address.',
  flags: { challenge: challengeFlag },
  arguments: { email: word('EMAIL', 'New sign-in address.') },
  examples: [
    { command: 'agentmail account email change new@example.com', about: 'email a code to the new address' },
  ],
  endpoints: async () => {
    const { changeEmail } = await import('../../../../shared/contract/factors.ts');
    return { changeEmail };
  },
  run: async (context, input, { changeEmail }) => {
    const secrets = secretsOf(context);
    const values = { new_email: input.email };
    const client = await context.client();
    const action = { scope: 'email_change' as const, values, challenge: input.challenge, secrets };
    const reply = await withProof(context, action, (proof, as) =>
      client.call(changeEmail, { ...as, body: { ...values, ...proof } }),
    );
    return result(reply, recordView);
  },
});
