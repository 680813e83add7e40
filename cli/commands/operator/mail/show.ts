import { command, result } from '../../../command.ts';
import { mailView } from '../../../views/operator-mail.ts';

export const operatorMailShow = command({
  name: ['operator', 'mail', 'show'],
  summary: 'Show how the daemon sends mail, and its DKIM records.',
  flags: {},
  arguments: {},
  examples: [
    { command: 'agentmail operator mail show', about: 'show the transport, the relay and the DKIM records' },
  ],
  endpoints: async () => {
    const { getMail } = await import('../../../../shared/contract/operator-mail.ts');
    return { getMail };
  },
  run: async (context, _input, { getMail }) => {
    const client = await context.client();
    return result(await client.call(getMail, {}), mailView);
  },
});
