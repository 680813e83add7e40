import { command, flag, result, word } from '../../../command.ts';
import { given } from '../../../given.ts';
import { challengeFlag, withProof } from '../../../prove.ts';
import { secretsOf } from '../../../secrets.ts';
import { recordView } from '../../../views/record.ts';

export const accountPhoneChange = command({
  name: ['account', 'phone', 'change'],
  summary: 'Start changing the phone number.',
  flags: {
    grant: flag('--grant', 'Prompt for the grant from agentmail mfa recover.'),
    emailCode: flag('--email-code', 'Prompt for a code sent by email.'),
    challenge: challengeFlag,
  },
  arguments: { phone: word('NUMBER', 'New phone number in E.164 format.') },
  examples: [
    { command: 'agentmail account phone change +4915112345678', about: 'text a code to the new number' },
  ],
  endpoints: async () => {
    const { changePhone } = await import('../../../../shared/contract/factors.ts');
    return { changePhone };
  },
  run: async (context, input, { changePhone }) => {
    const secrets = secretsOf(context);
    const extra = given({
      grant: input.grant ? await secrets.ask('Recovery grant') : undefined,
      email_code: input.emailCode ? await secrets.ask('Code from the email') : undefined,
    });
    const values = { phone_number: input.phone };
    const client = await context.client();
    const action = { scope: 'phone_change' as const, values, challenge: input.challenge, secrets };
    const reply = await withProof(context, action, (proof, as) =>
      client.call(changePhone, { ...as, body: { ...values, ...extra, ...proof } }),
    );
    return result(reply, recordView);
  },
});
