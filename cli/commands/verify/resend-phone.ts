import { command, result, text } from '../../command.ts';
import { given } from '../../given.ts';
import { recordView } from '../../views/record.ts';

export const verifyResendPhone = command({
  name: ['verify', 'resend-phone'],
  summary: 'Resend the phone verification code, or send it to a corrected number.',
  flags: { phone: text('--phone <NUMBER>', 'Corrected number in E.164 format.') },
  arguments: {},
  examples: [
    { command: 'agentmail verify resend-phone --phone +4915112345678', about: 'correct a wrong number' },
  ],
  endpoints: async () => {
    const { resendPhoneVerification } = await import('../../../shared/contract/signup.ts');
    return { resendPhoneVerification };
  },
  run: async (context, { phone }, { resendPhoneVerification }) => {
    const client = await context.client();
    return result(
      await client.call(resendPhoneVerification, { body: given({ phone_number: phone }) }),
      recordView,
    );
  },
});
