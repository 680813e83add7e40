import { command, result } from '../../../command.ts';
import { secretsOf } from '../../../secrets.ts';
import { recordView } from '../../../views/record.ts';

export const accountPhoneConfirm = command({
  name: ['account', 'phone', 'confirm'],
  summary: 'Take over the new phone with the code sent there.',
  flags: {},
  arguments: {},
  examples: [{ command: 'agentmail account phone confirm', about: 'asks for the code' }],
  endpoints: async () => {
    const { confirmPhoneChange } = await import('../../../../shared/contract/factors.ts');
    return { confirmPhoneChange };
  },
  run: async (context, _input, { confirmPhoneChange }) => {
    const secret = await secretsOf(context).ask('Code of the text message');
    const client = await context.client();
    return result(await client.call(confirmPhoneChange, { body: { code: secret } }), recordView);
  },
});
