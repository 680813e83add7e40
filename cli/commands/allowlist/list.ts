import { pageFlags, pageQuery } from '../../addresses.ts';
import { command, result } from '../../command.ts';
import { chooseMailbox, mailboxFlag, mailboxWord } from '../../mailbox.ts';
import { allowlistView } from '../../views/addresses.ts';

export const allowlistList = command({
  name: ['allowlist', 'list'],
  summary: 'List the allowed recipients of a mailbox, newest first.',
  flags: { mailbox: mailboxFlag, ...pageFlags },
  arguments: { word: mailboxWord },
  examples: [
    { command: 'agentmail allowlist list -m support', about: 'list the allowed recipients of support' },
  ],
  endpoints: async () => {
    const [{ listAllowlist }, { listMailboxes }] = await Promise.all([
      import('../../../shared/contract/recipient-lists.ts'),
      import('../../../shared/contract/mailboxes.ts'),
    ]);
    return { listAllowlist, listMailboxes };
  },
  run: async (context, input, { listAllowlist, listMailboxes }) => {
    const mailboxId = await chooseMailbox(context, input.mailbox, listMailboxes);
    const client = await context.client();
    const query = pageQuery(input);
    return result(await client.call(listAllowlist, { params: { mailboxId }, query }), allowlistView);
  },
});
