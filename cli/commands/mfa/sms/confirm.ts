import { command, result } from '../../../command.ts';
import { secretsOf } from '../../../secrets.ts';
import { enabledFactor } from '../../../views/access.ts';

export const mfaSmsConfirm = command({
  name: ['mfa', 'sms', 'confirm'],
  summary: 'Turn on text messages as the second factor.',
  flags: {},
  arguments: {},
  examples: [{ command: 'agentmail mfa sms confirm', about: 'asks for the code that was sent' }],
  endpoints: async () => {
    const { confirmSms } = await import('../../../../shared/contract/factors.ts');
    return { confirmSms };
  },
  run: async (context, _input, { confirmSms }) => {
    const code = await secretsOf(context).ask('Code from the text message');
    const client = await context.client();
    return result(await client.call(confirmSms, { body: { code } }), enabledFactor);
  },
});
