import { command, result } from '../../../command.ts';
import { secretsOf } from '../../../secrets.ts';
import { recordView } from '../../../views/record.ts';

export const accountEmailConfirm = command({
  name: ['account', 'email', 'confirm'],
  summary: 'Confirm the new sign-in address with the emailed code.',
  flags: {},
  arguments: {},
  examples: [{ command: 'agentmail account email confirm', about: 'prompt for the code' }],
  endpoints: async () => {
    const { confirmEmailChange } = await import('../../../../shared/contract/factors.ts');
    return { confirmEmailChange };
  },
  run: async (context, _input, { confirmEmailChange }) => {
    const secret = await secretsOf(context).ask('Code from the email');
    const client = await context.client();
    return result(await client.call(confirmEmailChange, { body: { code: secret } }), recordView);
  },
});
