import { command, flag, result, word } from '../../command.ts';
import { chooseMailbox, mailboxFlag } from '../../mailbox.ts';
import { addressed } from '../../recipient.ts';
import { removedEntry } from '../../views/addresses.ts';

export const sendersDisallow = command({
  name: ['senders', 'disallow'],
  summary: 'Take a sender off the inbound allowlist of a mailbox.',
  flags: {
    mailbox: mailboxFlag,
    force: flag('--force-empty', 'Also when the list is empty afterwards and nobody is left.'),
  },
  arguments: { entry: addressed(word('ENTRY', 'The address or @domain, as the list shows it.')) },
  examples: [{ command: 'agentmail senders disallow @example.org', about: 'from the next mail on' }],
  endpoints: async () => {
    const [{ disallowSender }, { listMailboxes }] = await Promise.all([
      import('../../../shared/contract/sender-lists.ts'),
      import('../../../shared/contract/mailboxes.ts'),
    ]);
    return { disallowSender, listMailboxes };
  },
  run: async (context, input, { disallowSender, listMailboxes }) => {
    const id = await chooseMailbox(context, input.mailbox, listMailboxes);
    const client = await context.client();
    const query = input.force ? { force_empty: true } : {};
    return result(
      await client.call(disallowSender, { params: { id, email: input.entry }, query }),
      removedEntry,
    );
  },
});
