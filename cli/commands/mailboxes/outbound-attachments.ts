import { command, optionalWord, result } from '../../command.ts';
import { chooseMailbox } from '../../mailbox.ts';
import { outboundAttachmentsView } from '../../views/policies.ts';

export const mailboxesOutboundAttachments = command({
  name: ['mailboxes', 'no-outbound-attachments'],
  summary: 'Let a mailbox send no attachments any more; a signed-in person switches them on.',
  flags: {},
  arguments: { mailbox: optionalWord('MAILBOX', 'Name or id. Default: as for --mailbox of other commands.') },
  examples: [
    { command: 'agentmail mailboxes no-outbound-attachments support', about: 'from the next send on' },
  ],
  endpoints: async () => {
    const [{ setOutboundAttachments }, { listMailboxes }] = await Promise.all([
      import('../../../shared/contract/mailbox-policies.ts'),
      import('../../../shared/contract/mailboxes.ts'),
    ]);
    return { setOutboundAttachments, listMailboxes };
  },
  run: async (context, { mailbox }, { setOutboundAttachments, listMailboxes }) => {
    const id = await chooseMailbox(context, mailbox, listMailboxes);
    const client = await context.client();
    const reply = await client.call(setOutboundAttachments, { params: { id }, body: { enabled: false } });
    return result(reply, outboundAttachmentsView);
  },
});
