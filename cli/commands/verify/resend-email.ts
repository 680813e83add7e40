import { command, result, word } from '../../command.ts';
import { recordView } from '../../views/record.ts';

export const verifyResendEmail = command({
  name: ['verify', 'resend-email'],
  summary: 'Have the code for the email sent again.',
  flags: {},
  arguments: { email: word('EMAIL', 'Sign-in address.') },
  examples: [
    { command: 'agentmail verify resend-email ann@example.com', about: 'when the first is out of date' },
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
