import { type Command, command } from '../command.ts';
import { definedFields } from '../input/options/input.ts';
import { text, word } from '../input/options/kinds.ts';
import { recordView } from '../output/views/record.ts';

export const verify: readonly Command[] = [
  command({
    name: ['verify', 'email'],
    summary: "Confirm a new account's email address with the code sent to it.",
    examples: [{ command: 'agentmail verify email', about: 'asks for the code' }],
    endpoint: async () => (await import('../../shared/contract/signup.ts')).verifyEmail,
    request: async (_input, context) => {
      const secret = await context.secrets.ask('Code from the email');
      return { body: { code: secret } };
    },
    view: recordView,
  }),
  command({
    name: ['verify', 'phone'],
    summary: "Confirm a new account's phone number with the code sent to it.",
    examples: [{ command: 'agentmail verify phone', about: 'asks for the code' }],
    endpoint: async () => (await import('../../shared/contract/signup.ts')).verifyPhone,
    request: async (_input, context) => {
      const secret = await context.secrets.ask('Code from the text message');
      return { body: { code: secret } };
    },
    view: recordView,
  }),
  command({
    name: ['verify', 'resend-email'],
    summary: 'Resend the email verification code.',
    arguments: { email: word('EMAIL', 'Sign-in address.') },
    examples: [
      {
        command: 'agentmail verify resend-email ann@example.com',
        about: 'request a new code when the first has expired',
      },
    ],
    endpoint: async () => (await import('../../shared/contract/signup.ts')).resendVerification,
    request: ({ email }) => ({ body: { email } }),
    view: recordView,
  }),
  command({
    name: ['verify', 'resend-phone'],
    summary: 'Resend the phone verification code, or send it to a corrected number.',
    flags: { phone: text('--phone <NUMBER>', 'Corrected number in E.164 format.') },
    examples: [
      { command: 'agentmail verify resend-phone --phone +4915112345678', about: 'correct a wrong number' },
    ],
    endpoint: async () => (await import('../../shared/contract/signup.ts')).resendPhoneVerification,
    request: ({ phone }) => ({ body: definedFields({ phone_number: phone }) }),
    view: recordView,
  }),
];
