import { command, result } from '../../../command.ts';
import { certificateView } from '../../../views/operator-mail.ts';

export const operatorMailCertificate = command({
  name: ['operator', 'mail', 'certificate'],
  summary: 'Make a certificate for the mail listener, to encrypt what comes in.',
  flags: {},
  arguments: {},
  examples: [
    { command: 'agentmail operator mail certificate', about: 'offers STARTTLS from the next start on' },
  ],
  endpoints: async () => {
    const { makeCertificate } = await import('../../../../shared/contract/operator-mail.ts');
    return { makeCertificate };
  },
  run: async (context, _input, { makeCertificate }) => {
    const client = await context.client();
    return result(await client.call(makeCertificate, {}), certificateView);
  },
});
