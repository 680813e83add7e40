import { command, result, word } from '../../command.ts';
import { resentConfirmation } from '../../views/recipients.ts';

export const recipientsResend = command({
  name: ['recipients', 'resend'],
  summary: 'Send a recipient a new confirmation link.',
  flags: {},
  arguments: { recipient: word('RECIPIENT_ID', 'Id of the recipient, as recipients list shows it.') },
  examples: [
    {
      command: 'agentmail recipients resend 0196f0c2-5d1e-7c3a-9b55-0d6f1f0a4c11',
      about: 'twice in 24 hours at most',
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
