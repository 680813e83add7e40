import { command, result } from '../../../command.ts';
import { secretsOf } from '../../../secrets.ts';
import { recordView } from '../../../views/record.ts';

export const accountPhoneConfirm = command({
  name: ['account', 'phone', 'confirm'],
  summary: 'Confirm the new phone number with the texted code.',
  flags: {},
  arguments: {},
  examples: [{ command: 'agentmail account phone confirm', about: 'prompt for the code' }],
  endpoints: async () => {
    const { confirmPhoneChange } = await import('../../../../shared/contract/factors.ts');
    return { confirmPhoneChange };
  },
  run: async (context, _input, { confirmPhoneChange }) => {
    const secret = await secretsOf(context).ask('Code from the text message');
    const client = await context.client();
    return result(await client.call(confirmPhoneChange, { body: { code: secret } }), recordView);
  },
});
