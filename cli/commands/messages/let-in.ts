import { command, result, word } from '../../command.ts';
import { mailboxFlag } from '../../mailbox.ts';
import { chooseMessage } from '../../message.ts';
import { stateView } from '../../views/policies.ts';

export const messagesLetIn = command({
  name: ['messages', 'let-in'],
  summary: 'Let in one message that the sender policy kept out; it is scanned like any other.',
  flags: { mailbox: mailboxFlag },
  arguments: {
    message: word(
      'MESSAGE',
      'Id of the message, or the short id that messages list --include-firewall-blocked shows.',
    ),
  },
  examples: [{ command: 'agentmail messages let-in 4f1c9a22', about: 'only this one' }],
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
    const id = await chooseMessage(context, message, mailbox, endpoints, blocked);
    const client = await context.client();
    return result(await client.call(endpoints.releaseFromFirewall, { params: { id } }), stateView);
  },
});
