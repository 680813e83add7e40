import { command, result } from '../../command.ts';
import { chooseMailbox, mailboxFlag, mailboxWord } from '../../mailbox.ts';
import { policyView } from '../../views/policies.ts';

export const policyShow = command({
  name: ['policy', 'show'],
  summary: 'Show what a mailbox lets agents do, and what this key may do in it.',
  flags: { mailbox: mailboxFlag },
  arguments: { word: mailboxWord },
  examples: [
    { command: 'agentmail policy show support --profile bot', about: 'check before an agent starts' },
  ],
  endpoints: async () => {
    const [{ getMailboxPolicy }, { listMailboxes }] = await Promise.all([
      import('../../../shared/contract/mailbox-policies.ts'),
      import('../../../shared/contract/mailboxes.ts'),
    ]);
    return { getMailboxPolicy, listMailboxes };
  },
  run: async (context, { mailbox }, { getMailboxPolicy, listMailboxes }) => {
    const id = await chooseMailbox(context, mailbox, listMailboxes);
    const client = await context.client();
    return result(await client.call(getMailboxPolicy, { params: { id } }), policyView);
  },
});
