import { command, result } from '../../command.ts';
import { mailboxList } from '../../views/mailboxes.ts';

export const mailboxesList = command({
  name: ['mailboxes', 'list'],
  summary: 'List the mailboxes that the key can access.',
  flags: {},
  arguments: {},
  examples: [{ command: 'agentmail mailboxes list', about: 'show all of them with their addresses' }],
  endpoints: async () => {
    const { listMailboxes } = await import('../../../shared/contract/mailboxes.ts');
    return { listMailboxes };
  },
  run: async (context, _input, { listMailboxes }) => {
    const client = await context.client();
    return result(await client.call(listMailboxes, {}), mailboxList);
  },
});
