import { command, result } from '../../command.ts';
import { chooseMailbox, mailboxFlag, mailboxWord } from '../../mailbox.ts';
import { trustState } from '../../views/trust.ts';

export const trustDisable = command({
  name: ['trust', 'disable'],
  summary: "Stop agents from following any sender's instructions; any key may do this.",
  flags: { mailbox: mailboxFlag },
  arguments: { word: mailboxWord },
  examples: [
    {
      command: 'agentmail trust disable -m support',
      about: 'turn it off; the list of trusted senders stays',
    },
  ],
  endpoints: async () => {
    const [{ setInstructionTrust }, { listMailboxes }] = await Promise.all([
      import('../../../shared/contract/trust.ts'),
      import('../../../shared/contract/mailboxes.ts'),
    ]);
    return { setInstructionTrust, listMailboxes };
  },
  run: async (context, input, { setInstructionTrust, listMailboxes }) => {
    const id = await chooseMailbox(context, input.mailbox, listMailboxes);
    const client = await context.client();
    const body = { enabled: false };
    return result(await client.call(setInstructionTrust, { params: { id }, body }), trustState);
  },
});
