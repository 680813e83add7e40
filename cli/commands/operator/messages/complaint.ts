import { command, result } from '../../../command.ts';
import { anyMessageWord } from '../../../operator-ids.ts';
import { stateView } from '../../../views/policies.ts';

export const operatorMessagesComplaint = command({
  name: ['operator', 'messages', 'complaint'],
  summary: 'Simulate a spam complaint about a sent message.',
  flags: {},
  arguments: { message: anyMessageWord },
  examples: [
    {
      command: 'agentmail operator messages complaint 4f1c9a22',
      about: 'suppress the recipient permanently',
    },
  ],
  endpoints: async () => {
    const { reportComplaint } = await import('../../../../shared/contract/delivery-reports.ts');
    return { reportComplaint };
  },
  run: async (context, { message }, { reportComplaint }) => {
    const client = await context.client();
    return result(await client.call(reportComplaint, { params: { id: message } }), stateView);
  },
});
