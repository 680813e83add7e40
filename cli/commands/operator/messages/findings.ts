import { command, result } from '../../../command.ts';
import { anyMessageWord } from '../../../operator-ids.ts';
import { messageFindingsView } from '../../../views/scan.ts';

export const operatorMessagesFindings = command({
  name: ['operator', 'messages', 'findings'],
  summary: 'Show what the scan found in a message, with the places marked.',
  description: 'Where the mailbox hides personal data, the places are in the text that its readers get.',
  flags: {},
  arguments: { message: anyMessageWord },
  examples: [
    {
      command: 'agentmail operator messages findings 4f1c9a22',
      about: 'why was it held?',
    },
  ],
  endpoints: async () => {
    const { getFindings } = await import('../../../../shared/contract/findings.ts');
    return { getFindings };
  },
  run: async (context, { message }, { getFindings }) => {
    const client = await context.client();
    return result(await client.call(getFindings, { params: { id: message } }), messageFindingsView);
  },
});
