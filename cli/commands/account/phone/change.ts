import { command, flag, result, word } from '../../../command.ts';
import { given } from '../../../given.ts';
import { challengeFlag, withProof } from '../../../prove.ts';
import { secretsOf } from '../../../secrets.ts';
import { recordView } from '../../../views/record.ts';

export const accountPhoneChange = command({
  name: ['account', 'phone', 'change'],
  summary: 'Begin to use another phone.',
  flags: {
    grant: flag('--grant', 'Ask for the grant of agentmail mfa recover.'),
    emailCode: flag('--email-code', 'Ask for a code sent by email.'),
    challenge: challengeFlag,
  },
  arguments: { phone: word('NUMBER', 'The new number in E.164.') },
  examples: [{ command: 'agentmail account phone change +4915112345678', about: 'a code is sent there' }],
  endpoints: async () => {
    const { changePhone } = await import('../../../../shared/contract/factors.ts');
    return { changePhone };
  },
  run: async (context, input, { changePhone }) => {
    const secrets = secretsOf(context);
    const extra = given({
      grant: input.grant ? await secrets.ask('Grant of the recovery') : undefined,
      email_code: input.emailCode ? await secrets.ask('Code of the email') : undefined,
    });
    const values = { phone_number: input.phone };
    const client = await context.client();
    const action = { scope: 'phone_change' as const, values, challenge: input.challenge };
    const reply = await withProof(context, secrets, action, (proof, as) =>
      client.call(changePhone, { ...as, body: { ...values, ...extra, ...proof } }),
    );
    return result(reply, recordView);
  },
});
