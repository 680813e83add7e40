import { addAddresses, addressArguments, addressFileFlag } from '../../addresses.ts';
import { command, result } from '../../command.ts';
import { chooseMailbox, mailboxFlag } from '../../mailbox.ts';
import { addedEntry } from '../../views/addresses.ts';

export const sendersAllow = command({
  name: ['senders', 'allow'],
  summary: 'Allow senders to write to a mailbox in allowlist mode.',
  flags: { mailbox: mailboxFlag, file: addressFileFlag },
  arguments: addressArguments,
  examples: [{ command: 'agentmail senders allow @example.org', about: 'allow a whole domain' }],
  endpoints: async () => {
    const [{ allowSender, allowSenders }, { listMailboxes }] = await Promise.all([
      import('../../../shared/contract/sender-lists.ts'),
      import('../../../shared/contract/mailboxes.ts'),
    ]);
    return { allowSender, allowSenders, listMailboxes };
  },
  run: async (context, input, { allowSender, allowSenders, listMailboxes }) => {
    const id = await chooseMailbox(context, input.mailbox, listMailboxes);
    const client = await context.client();
    return addAddresses(
      context,
      input,
      async (email) =>
        result(await client.call(allowSender, { params: { id }, body: { email } }), addedEntry),
      (emails) => client.call(allowSenders, { params: { id }, body: { emails: [...emails] } }),
    );
  },
});
