import { command, result } from '../../command.ts';
import { recipientWord } from '../../known-ids.ts';
import { resentConfirmation } from '../../views/recipients.ts';

export const recipientsResend = command({
  name: ['recipients', 'resend'],
  summary: 'Send a recipient a new confirmation link.',
  flags: {},
  arguments: { recipient: recipientWord },
  examples: [
    {
      command: 'agentmail recipients resend 1f0a4c11',
      about: 'resend it, at most twice in 24 hours',
    },
  ],
  endpoints: async () => {
    const { resendConfirmation } = await import('../../../shared/contract/verified-recipients.ts');
    return { resendConfirmation };
  },
  run: async (context, { recipient }, { resendConfirmation }) => {
    const client = await context.client();
    return result(await client.call(resendConfirmation, { params: { id: recipient } }), resentConfirmation);
  },
});
