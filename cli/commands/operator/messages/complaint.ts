import { command, result, word } from '../../../command.ts';
import { stateView } from '../../../views/policies.ts';

export const operatorMessagesComplaint = command({
  name: ['operator', 'messages', 'complaint'],
  summary: 'Let the recipient of a sent message complain, as if its provider had reported it.',
  flags: {},
  arguments: { message: word('MESSAGE', 'Id of the sent message.') },
  examples: [
    {
      command: 'agentmail operator messages complaint 0196f0c2-5d1e-7c3a-9b55-0d6f1f0a4c11',
      about: 'suppresses the recipient for good',
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
