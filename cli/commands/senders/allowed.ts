import { pageFlags, pageQuery } from '../../addresses.ts';
import { command, result } from '../../command.ts';
import { chooseMailbox, mailboxFlag, mailboxWord } from '../../mailbox.ts';
import { allowlistView } from '../../views/addresses.ts';

export const sendersAllowed = command({
  name: ['senders', 'allowed'],
  summary: "List the senders on a mailbox's inbound allowlist.",
  flags: { mailbox: mailboxFlag, ...pageFlags },
  arguments: { word: mailboxWord },
  examples: [{ command: 'agentmail senders allowed -m support', about: 'list them, newest first' }],
  endpoints: async () => {
    const [{ listAllowedSenders }, { listMailboxes }] = await Promise.all([
      import('../../../shared/contract/sender-lists.ts'),
      import('../../../shared/contract/mailboxes.ts'),
    ]);
    return { listAllowedSenders, listMailboxes };
  },
  run: async (context, input, { listAllowedSenders, listMailboxes }) => {
    const id = await chooseMailbox(context, input.mailbox, listMailboxes);
    const client = await context.client();
    const query = pageQuery(input);
    return result(await client.call(listAllowedSenders, { params: { id }, query }), allowlistView);
  },
});
