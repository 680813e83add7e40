import { command, result, word } from '../../command.ts';
import { mailboxFlag } from '../../mailbox.ts';
import { chooseMessage } from '../../message.ts';
import { stateView } from '../../views/policies.ts';

export const messagesLetIn = command({
  name: ['messages', 'let-in'],
  summary: 'Accept one message that the sender policy blocked; it is then scanned as usual.',
  flags: { mailbox: mailboxFlag },
  arguments: {
    message: word(
      'MESSAGE',
      'Message ID, or the short ID that messages list --include-firewall-blocked shows.',
    ),
  },
  examples: [{ command: 'agentmail messages let-in 4f1c9a22', about: 'accept only this message' }],
  endpoints: async () => {
    const [{ releaseFromFirewall }, { listMessages }, { listMailboxes }] = await Promise.all([
      import('../../../shared/contract/sender-lists.ts'),
      import('../../../shared/contract/reading.ts'),
      import('../../../shared/contract/mailboxes.ts'),
    ]);
    return { releaseFromFirewall, listMessages, listMailboxes };
  },
  run: async (context, { message, mailbox }, endpoints) => {
    const blocked = { include_firewall_blocked: true } as const;
    const id = await chooseMessage(context, { typed: message, mailbox, query: blocked }, endpoints);
    const client = await context.client();
    return result(await client.call(endpoints.releaseFromFirewall, { params: { id } }), stateView);
  },
});
