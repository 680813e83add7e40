import { pageFlags, pageQuery } from '../../addresses.ts';
import { command, result } from '../../command.ts';
import { chooseMailbox, mailboxFlag, mailboxWord } from '../../mailbox.ts';
import { allowlistView } from '../../views/addresses.ts';

export const allowlistList = command({
  name: ['allowlist', 'list'],
  summary: 'List whom a mailbox may write to in allowlist mode.',
  flags: { mailbox: mailboxFlag, ...pageFlags },
  arguments: { word: mailboxWord },
  examples: [{ command: 'agentmail allowlist list -m support', about: 'newest first' }],
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
