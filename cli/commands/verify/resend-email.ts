import { command, result, word } from '../../command.ts';
import { recordView } from '../../views/record.ts';

export const verifyResendEmail = command({
  name: ['verify', 'resend-email'],
  summary: 'Resend the email verification code.',
  flags: {},
  arguments: { email: word('EMAIL', 'Sign-in address.') },
  examples: [
    {
      command: 'agentmail verify resend-email ann@example.com',
      about: 'request a new code when the first has expired',
    },
  ],
  endpoints: async () => {
    const { resendVerification } = await import('../../../shared/contract/signup.ts');
    return { resendVerification };
  },
  run: async (context, { email }, { resendVerification }) => {
    const client = await context.client();
    return result(await client.call(resendVerification, { body: { email } }), recordView);
  },
});
