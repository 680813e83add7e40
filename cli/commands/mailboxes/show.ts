import { command, optionalWord, result } from '../../command.ts';
import { chooseMailbox } from '../../mailbox.ts';
import { mailboxDetail } from '../../views/mailboxes.ts';

export const mailboxesShow = command({
  name: ['mailboxes', 'show'],
  summary: 'Show one mailbox with its policies.',
  flags: {},
  arguments: { mailbox: optionalWord('MAILBOX', 'Name or id. Default: as for --mailbox of other commands.') },
  examples: [{ command: 'agentmail mailboxes show support', about: 'its address and rules' }],
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
