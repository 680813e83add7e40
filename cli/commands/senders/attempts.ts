import { attemptFlags, attemptQuery } from '../../attempts.ts';
import { command, result } from '../../command.ts';
import { chooseMailbox, mailboxWord } from '../../mailbox.ts';
import { attemptsView } from '../../views/addresses.ts';

export const sendersAttempts = command({
  name: ['senders', 'attempts'],
  summary: "List the messages that a mailbox's sender policy blocked.",
  flags: attemptFlags,
  arguments: { word: mailboxWord },
  examples: [{ command: 'agentmail senders attempts', about: 'find out who tried to write' }],
  endpoints: async () => {
    const [{ listBlockedArrivals }, { listMailboxes }] = await Promise.all([
      import('../../../shared/contract/sender-lists.ts'),
      import('../../../shared/contract/mailboxes.ts'),
    ]);
    return { listBlockedArrivals, listMailboxes };
  },
  run: async (context, input, { listBlockedArrivals, listMailboxes }) => {
    const id = await chooseMailbox(context, input.mailbox, listMailboxes);
    const client = await context.client();
    return result(
      await client.call(listBlockedArrivals, { params: { id }, query: attemptQuery(input) }),
      attemptsView,
    );
  },
});
