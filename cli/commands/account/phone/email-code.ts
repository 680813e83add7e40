import { command, result } from '../../../command.ts';
import { recordView } from '../../../views/record.ts';

export const accountPhoneEmailCode = command({
  name: ['account', 'phone', 'email-code'],
  summary: 'Email a code for adding the first phone.',
  flags: {},
  arguments: {},
  examples: [
    { command: 'agentmail account phone email-code', about: 'for an account without another proof' },
  ],
  endpoints: async () => {
    const { sendPhoneChangeEmailCode } = await import('../../../../shared/contract/factors.ts');
    return { sendPhoneChangeEmailCode };
  },
  run: async (context, _input, { sendPhoneChangeEmailCode }) => {
    const client = await context.client();
    return result(await client.call(sendPhoneChangeEmailCode, {}), recordView);
  },
});
