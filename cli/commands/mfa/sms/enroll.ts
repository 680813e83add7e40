import { command, result } from '../../../command.ts';
import { challengeFlag, withProof } from '../../../prove.ts';
import { secretsOf } from '../../../secrets.ts';
import { recordView } from '../../../views/record.ts';

export const mfaSmsEnroll = command({
  name: ['mfa', 'sms', 'enroll'],
  summary: 'Start using text messages as the second factor.',
  flags: { challenge: challengeFlag },
  arguments: {},
  examples: [{ command: 'agentmail mfa sms enroll', about: "send a code to the account's phone" }],
  endpoints: async () => {
    const { enrollSms } = await import('../../../../shared/contract/factors.ts');
    return { enrollSms };
  },
  run: async (context, input, { enrollSms }) => {
    const secrets = secretsOf(context);
    const values = {};
    const client = await context.client();
    const action = { scope: 'mfa_change' as const, values, challenge: input.challenge, secrets };
    const reply = await withProof(context, action, (proof, as) =>
      client.call(enrollSms, { ...as, body: { ...values, ...proof } }),
    );
    return result(reply, recordView);
  },
});
