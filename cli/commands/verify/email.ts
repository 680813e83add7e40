import { command, result } from '../../command.ts';
import { secretsOf } from '../../secrets.ts';
import { recordView } from '../../views/record.ts';

export const verifyEmail = command({
  name: ['verify', 'email'],
  summary: "Confirm a new account's email address with the code sent to it.",
  flags: {},
  arguments: {},
  examples: [{ command: 'agentmail verify email', about: 'asks for the code' }],
  endpoints: async () => {
    const { verifyEmail } = await import('../../../shared/contract/signup.ts');
    return { verifyEmail };
  },
  run: async (context, _input, { verifyEmail }) => {
    const secret = await secretsOf(context).ask('Code from the email');
    const client = await context.client();
    return result(await client.call(verifyEmail, { body: { code: secret } }), recordView);
  },
});
