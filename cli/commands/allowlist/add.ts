import { addAddresses, addressArguments, addressFileFlag } from '../../addresses.ts';
import { command, result } from '../../command.ts';
import { chooseMailbox, mailboxFlag } from '../../mailbox.ts';
import { addedEntry } from '../../views/addresses.ts';

export const allowlistAdd = command({
  name: ['allowlist', 'add'],
  summary: 'Add recipients to the allowlist of a mailbox.',
  flags: { mailbox: mailboxFlag, file: addressFileFlag },
  arguments: addressArguments,
  examples: [
    {
      command: 'agentmail allowlist add ann@example.com @example.org',
      about: 'allow one address and a whole domain',
    },
    {
      command: 'agentmail allowlist add -m support --file customers.txt',
      about: 'read the addresses from a file, one per line',
    },
  ],
  endpoints: async () => {
    const [{ addAllowlistEntry, addAllowlistEntries }, { listMailboxes }] = await Promise.all([
      import('../../../shared/contract/recipient-lists.ts'),
      import('../../../shared/contract/mailboxes.ts'),
    ]);
    return { addAllowlistEntry, addAllowlistEntries, listMailboxes };
  },
  run: async (context, input, { addAllowlistEntry, addAllowlistEntries, listMailboxes }) => {
    const mailboxId = await chooseMailbox(context, input.mailbox, listMailboxes);
    const client = await context.client();
    return addAddresses(
      context,
      input,
      async (email) =>
        result(await client.call(addAllowlistEntry, { params: { mailboxId }, body: { email } }), addedEntry),
      (emails) => client.call(addAllowlistEntries, { params: { mailboxId }, body: { emails: [...emails] } }),
    );
  },
});
