import { type Command, command } from '../../command.ts';
import { challengeFlag } from '../../input/asking/prove.ts';
import { definedFields } from '../../input/options/input.ts';
import { flag, word } from '../../input/options/kinds.ts';
import { recordView } from '../../output/views/record.ts';

export const accountIdentity: readonly Command[] = [
  command({
    name: ['account', 'password', 'change'],
    summary: 'Change the password and end all other sessions.',
    flags: { challenge: challengeFlag },
    examples: [
      {
        command: 'agentmail account password change',
        about: 'prompt for the new password, then re-authenticate',
      },
    ],
    endpoint: async () => (await import('../../../shared/contract/factors.ts')).changePassword,
    request: async (_input, context) => ({
      body: { new_password: await context.secrets.ask('New password') },
    }),
    proof: { scope: 'password_change' },
    view: recordView,
  }),
  command({
    name: ['account', 'password', 'forgot'],
    summary: 'Email a token for setting a new password.',
    arguments: { email: word('EMAIL', 'Sign-in address.') },
    examples: [
      {
        command: 'agentmail account password forgot ann@example.com',
        about: 'email a token that is valid for 30 minutes',
      },
    ],
    endpoint: async () => (await import('../../../shared/contract/factors.ts')).requestPasswordReset,
    request: ({ email }) => ({ body: { email } }),
    view: recordView,
  }),
  command({
    name: ['account', 'password', 'reset'],
    summary: 'Set a new password with the emailed token.',
    examples: [
      { command: 'agentmail account password reset', about: 'prompt for the token and the new password' },
    ],
    endpoint: async () => (await import('../../../shared/contract/factors.ts')).resetPassword,
    request: async (_input, context) => {
      const token = await context.secrets.ask('Token from the email');
      const password = await context.secrets.ask('New password');
      return { body: { token, new_password: password } };
    },
    view: recordView,
  }),
  command({
    name: ['account', 'email', 'change'],
    summary: 'Start changing the sign-in address.',
    flags: { challenge: challengeFlag },
    arguments: { email: word('EMAIL', 'New sign-in address.') },
    examples: [
      { command: 'agentmail account email change new@example.com', about: 'email a code to the new address' },
    ],
    endpoint: async () => (await import('../../../shared/contract/factors.ts')).changeEmail,
    request: ({ email }) => ({ body: { new_email: email } }),
    proof: { scope: 'email_change' },
    view: recordView,
  }),
  command({
    name: ['account', 'email', 'confirm'],
    summary: 'Confirm the new sign-in address with the emailed code.',
    examples: [{ command: 'agentmail account email confirm', about: 'prompt for the code' }],
    endpoint: async () => (await import('../../../shared/contract/factors.ts')).confirmEmailChange,
    request: async (_input, { secrets }) => ({ body: { code: await secrets.ask('Code from the email') } }),
    view: recordView,
  }),
  command({
    name: ['account', 'phone', 'change'],
    summary: 'Start changing the phone number.',
    flags: {
      grant: flag('--grant', 'Prompt for the grant from agentmail mfa recover.'),
      emailCode: flag('--email-code', 'Prompt for a code sent by email.'),
      challenge: challengeFlag,
    },
    arguments: { phone: word('NUMBER', 'New phone number in E.164 format.') },
    examples: [
      { command: 'agentmail account phone change +4915112345678', about: 'text a code to the new number' },
    ],
    endpoint: async () => (await import('../../../shared/contract/factors.ts')).changePhone,
    request: async ({ phone, grant, emailCode }, { secrets }) => ({
      body: {
        phone_number: phone,
        ...definedFields({
          grant: grant ? await secrets.ask('Recovery grant') : undefined,
          email_code: emailCode ? await secrets.ask('Code from the email') : undefined,
        }),
      },
    }),
    proof: {
      scope: 'phone_change',
      values: ({ body: { phone_number } }) => ({ phone_number }),
    },
    view: recordView,
  }),
  command({
    name: ['account', 'phone', 'confirm'],
    summary: 'Confirm the new phone number with the texted code.',
    examples: [{ command: 'agentmail account phone confirm', about: 'prompt for the code' }],
    endpoint: async () => (await import('../../../shared/contract/factors.ts')).confirmPhoneChange,
    request: async (_input, { secrets }) => ({
      body: { code: await secrets.ask('Code from the text message') },
    }),
    view: recordView,
  }),
  command({
    name: ['account', 'phone', 'email-code'],
    summary: 'Email a code for adding the first phone.',
    examples: [
      { command: 'agentmail account phone email-code', about: 'for an account without another proof' },
    ],
    endpoint: async () => (await import('../../../shared/contract/factors.ts')).sendPhoneChangeEmailCode,
    view: recordView,
  }),
];
