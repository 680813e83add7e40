import { command, flag, result, word } from '../../command.ts';
import { chooseMailbox, mailboxFlag } from '../../mailbox.ts';
import { addressed } from '../../recipient.ts';
import { removedEntry } from '../../views/addresses.ts';

export const allowlistRemove = command({
  name: ['allowlist', 'remove'],
  summary: 'Take a recipient off the allowlist of a mailbox.',
  flags: {
    mailbox: mailboxFlag,
    force: flag('--force-empty', 'Also when the list is empty afterwards and nobody is left.'),
  },
  arguments: { entry: addressed(word('ENTRY', 'The address or @domain, as the list shows it.')) },
  examples: [{ command: 'agentmail allowlist remove ann@example.com', about: 'from the next send on' }],
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
