import { pageFlags, pageQuery } from '../../addresses.ts';
import { command, result } from '../../command.ts';

import { blocklistView } from '../../views/addresses.ts';

export const sendersBlocked = command({
  name: ['senders', 'blocked'],
  summary: 'List the senders that are blocked in all mailboxes.',
  flags: { ...pageFlags },
  arguments: {},
  examples: [{ command: 'agentmail senders blocked', about: 'list them, newest first' }],
  endpoints: async () => {
    const { listBlockedSenders } = await import('../../../shared/contract/sender-lists.ts');
    return { listBlockedSenders };
  },
  run: async (context, input, { listBlockedSenders }) => {
    const client = await context.client();
    const query = pageQuery(input);
    return result(await client.call(listBlockedSenders, { query }), blocklistView);
  },
});
