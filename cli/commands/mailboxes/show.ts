import { command, result } from '../../command.ts';
import { chooseMailbox, mailboxFlag, mailboxWord } from '../../mailbox.ts';
import { mailboxDetail } from '../../views/mailboxes.ts';

export const mailboxesShow = command({
  name: ['mailboxes', 'show'],
  summary: 'Show a mailbox and its policies.',
  flags: { mailbox: mailboxFlag },
  arguments: { word: mailboxWord },
  examples: [{ command: 'agentmail mailboxes show support', about: 'show its address and policies' }],
  endpoints: async () => {
    const { getMailbox, listMailboxes } = await import('../../../shared/contract/mailboxes.ts');
    return { getMailbox, listMailboxes };
  },
  run: async (context, { mailbox }, { getMailbox, listMailboxes }) => {
    const id = await chooseMailbox(context, mailbox, listMailboxes);
    const client = await context.client();
    return result(await client.call(getMailbox, { params: { id } }), mailboxDetail);
  },
});
