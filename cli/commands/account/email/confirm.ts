import { command, result } from '../../../command.ts';
import { secretsOf } from '../../../secrets.ts';
import { recordView } from '../../../views/record.ts';

export const accountEmailConfirm = command({
  name: ['account', 'email', 'confirm'],
  summary: 'Take over the new address with the code sent there.',
  flags: {},
  arguments: {},
  examples: [{ command: 'agentmail account email confirm', about: 'asks for the code' }],
  endpoints: async () => {
    const { confirmEmailChange } = await import('../../../../shared/contract/factors.ts');
    return { confirmEmailChange };
  },
  run: async (context, _input, { confirmEmailChange }) => {
    const secret = await secretsOf(context).ask('Code of the email');
    const client = await context.client();
    return result(await client.call(confirmEmailChange, { body: { code: secret } }), recordView);
  },
});
