import { command, result, word } from '../../../command.ts';
import { messageFindingsView } from '../../../views/scan.ts';

export const operatorMessagesFindings = command({
  name: ['operator', 'messages', 'findings'],
  summary: 'Show what the scan found in a message, with the places marked.',
  description: 'Where the mailbox hides personal data, the places are in the text that its readers get.',
  flags: {},
  arguments: { message: word('MESSAGE', 'Id of the message, of any account.') },
  examples: [
    {
      command: 'agentmail operator messages findings 0196f0c2-5d1e-7c3a-9b55-0d6f1f0a4c11',
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
