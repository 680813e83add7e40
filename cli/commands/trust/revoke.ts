import { command, result } from '../../command.ts';
import { sourceWord } from '../../known-ids.ts';
import { chooseMailbox, mailboxFlag } from '../../mailbox.ts';
import { sourceView } from '../../views/trust.ts';

export const trustRevoke = command({
  name: ['trust', 'revoke'],
  summary: 'Revoke trust in a sender; any key of the mailbox may do this.',
  flags: { mailbox: mailboxFlag },
  arguments: { source: sourceWord },
  examples: [
    {
      command: 'agentmail trust revoke 1f0a4c11 -m support',
      about: 'revoke it from the next message read',
    },
  ],
  endpoints: async () => {
    const [{ revokeTrustedSource }, { listMailboxes }] = await Promise.all([
      import('../../../shared/contract/trust.ts'),
      import('../../../shared/contract/mailboxes.ts'),
    ]);
    return { revokeTrustedSource, listMailboxes };
  },
  run: async (context, input, { revokeTrustedSource, listMailboxes }) => {
    const id = await chooseMailbox(context, input.mailbox, listMailboxes);
    const client = await context.client();
    const reply = await client.call(revokeTrustedSource, { params: { id, sourceId: input.source } });
    return result(reply, sourceView);
  },
});
