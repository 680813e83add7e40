import { command, result } from '../../command.ts';
import { recordView } from '../../views/record.ts';

export const accountInvite = command({
  name: ['account', 'invite'],
  summary: 'Make a code with which one more account can sign up.',
  flags: {},
  arguments: {},
  examples: [{ command: 'agentmail account invite', about: 'valid for half an hour' }],
  endpoints: async () => {
    const { createCliSignupCode } = await import('../../../shared/contract/signup.ts');
    return { createCliSignupCode };
  },
  run: async (context, _input, { createCliSignupCode }) => {
    const client = await context.client();
    return result(await client.call(createCliSignupCode, {}), recordView);
  },
});
