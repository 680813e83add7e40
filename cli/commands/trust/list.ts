import { command, result } from '../../command.ts';
import { chooseMailbox, mailboxFlag, mailboxWord } from '../../mailbox.ts';
import { sourceList } from '../../views/trust.ts';

export const trustList = command({
  name: ['trust', 'list'],
  summary: "List a mailbox's trusted senders, current and past.",
  flags: { mailbox: mailboxFlag },
  arguments: { word: mailboxWord },
  examples: [{ command: 'agentmail trust list -m support', about: 'list who is trusted, and until when' }],
  endpoints: async () => {
    const [{ listTrustedSources }, { listMailboxes }] = await Promise.all([
      import('../../../shared/contract/trust.ts'),
      import('../../../shared/contract/mailboxes.ts'),
    ]);
    return { listTrustedSources, listMailboxes };
  },
  run: async (context, input, { listTrustedSources, listMailboxes }) => {
    const id = await chooseMailbox(context, input.mailbox, listMailboxes);
    const client = await context.client();
    return result(await client.call(listTrustedSources, { params: { id } }), sourceList);
  },
});
