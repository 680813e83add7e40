import { command, result } from '../../../command.ts';
import { anyMessageWord } from '../../../operator-ids.ts';
import { messageFindingsView } from '../../../views/scan.ts';

export const operatorMessagesFindings = command({
  name: ['operator', 'messages', 'findings'],
  summary: 'Show the scan findings of a message, marked in its text.',
  description: 'If the mailbox hides personal data, the marks refer to the redacted text.',
  flags: {},
  arguments: { message: anyMessageWord },
  examples: [
    {
      command: 'agentmail operator messages findings 4f1c9a22',
      about: 'find out why it was held',
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
