import { command, result } from '../../command.ts';
import { recordView } from '../../views/record.ts';

export const accountInvite = command({
  name: ['account', 'invite'],
  summary: 'Create an invitation code for one sign-up.',
  flags: {},
  arguments: {},
  examples: [{ command: 'agentmail account invite', about: 'create a code that is valid for 30 minutes' }],
  endpoints: async () => {
    const { createCliSignupCode } = await import('../../../shared/contract/signup.ts');
    return { createCliSignupCode };
  },
  run: async (context, _input, { createCliSignupCode }) => {
    const client = await context.client();
    return result(await client.call(createCliSignupCode, {}), recordView);
  },
});
