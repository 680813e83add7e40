import { attemptFlags, attemptQuery } from '../../attempts.ts';
import { command, result } from '../../command.ts';
import { chooseMailbox, mailboxWord } from '../../mailbox.ts';
import { attemptsView } from '../../views/addresses.ts';

export const allowlistAttempts = command({
  name: ['allowlist', 'attempts'],
  summary: 'List sends refused by the allowlist or containment of a mailbox.',
  flags: attemptFlags,
  arguments: { word: mailboxWord },
  examples: [
    {
      command: 'agentmail allowlist attempts --within 7d',
      about: 'find recipients missing from the list',
    },
  ],
  endpoints: async () => {
    const [{ listBlockedSends }, { listMailboxes }] = await Promise.all([
      import('../../../shared/contract/recipient-lists.ts'),
      import('../../../shared/contract/mailboxes.ts'),
    ]);
    return { listBlockedSends, listMailboxes };
  },
  run: async (context, input, { listBlockedSends, listMailboxes }) => {
    const mailboxId = await chooseMailbox(context, input.mailbox, listMailboxes);
    const client = await context.client();
    return result(
      await client.call(listBlockedSends, { params: { mailboxId }, query: attemptQuery(input) }),
      attemptsView,
    );
  },
});
