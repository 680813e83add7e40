import { command, flag, result, word } from '../../command.ts';
import { chooseMailbox, mailboxFlag } from '../../mailbox.ts';
import { addressed } from '../../recipient.ts';
import { removedEntry } from '../../views/addresses.ts';

export const sendersDisallow = command({
  name: ['senders', 'disallow'],
  summary: "Remove a sender from a mailbox's inbound allowlist.",
  flags: {
    mailbox: mailboxFlag,
    force: flag('--force-empty', 'Remove the entry even if the list becomes empty.'),
  },
  arguments: { entry: addressed(word('ENTRY', 'Address or @domain, as listed.')) },
  examples: [
    {
      command: 'agentmail senders disallow @example.org',
      about: 'reject the sender from the next message on',
    },
  ],
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
