import { command, flag, result, word } from '../../command.ts';
import { chooseMailbox, mailboxFlag } from '../../mailbox.ts';
import { addressed } from '../../recipient.ts';
import { removedEntry } from '../../views/addresses.ts';

export const allowlistRemove = command({
  name: ['allowlist', 'remove'],
  summary: 'Remove a recipient from the allowlist of a mailbox.',
  flags: {
    mailbox: mailboxFlag,
    force: flag('--force-empty', 'Remove even the last entry, so that no recipient is left.'),
  },
  arguments: { entry: addressed(word('ENTRY', 'Address or @domain, as the list shows it.')) },
  examples: [
    { command: 'agentmail allowlist remove ann@example.com', about: 'takes effect on the next send' },
  ],
  endpoints: async () => {
    const [{ removeAllowlistEntry }, { listMailboxes }] = await Promise.all([
      import('../../../shared/contract/recipient-lists.ts'),
      import('../../../shared/contract/mailboxes.ts'),
    ]);
    return { removeAllowlistEntry, listMailboxes };
  },
  run: async (context, input, { removeAllowlistEntry, listMailboxes }) => {
    const mailboxId = await chooseMailbox(context, input.mailbox, listMailboxes);
    const client = await context.client();
    const query = input.force ? { force_empty: true } : {};
    return result(
      await client.call(removeAllowlistEntry, { params: { mailboxId, email: input.entry }, query }),
      removedEntry,
    );
  },
});
