import { command, result } from '../../../command.ts';
import { certificateView } from '../../../views/operator-mail.ts';

export const operatorMailCertificate = command({
  name: ['operator', 'mail', 'certificate'],
  summary: 'Create a TLS certificate for the SMTP listener.',
  flags: {},
  arguments: {},
  examples: [
    { command: 'agentmail operator mail certificate', about: 'offer STARTTLS after the next restart' },
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
