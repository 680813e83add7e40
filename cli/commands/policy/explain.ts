import { command, result } from '../../command.ts';
import { chooseMailbox, mailboxWord } from '../../mailbox.ts';
import { previewBody, previewFlags } from '../../preview.ts';
import { explanation } from '../../views/policies.ts';

export const policyExplain = command({
  name: ['policy', 'explain'],
  summary: 'Show each gate that a send would pass or fail, why, and what would change it.',
  description: 'Sends, stores and charges nothing.',
  flags: previewFlags,
  arguments: { word: mailboxWord },
  examples: [
    {
      command: 'agentmail policy explain --to ann@example.com',
      about: "find out why agents can't write to Ann",
    },
    {
      command: 'agentmail policy explain --to ann@example.com --at 2026-01-05T07:00:00Z',
      about: 'check the same for early Monday',
    },
  ],
  endpoints: async () => {
    const [{ previewPolicy }, { listMailboxes }] = await Promise.all([
      import('../../../shared/contract/mailbox-policies.ts'),
      import('../../../shared/contract/mailboxes.ts'),
    ]);
    return { previewPolicy, listMailboxes };
  },
  run: async (context, input, { previewPolicy, listMailboxes }) => {
    const id = await chooseMailbox(context, input.mailbox, listMailboxes);
    const client = await context.client();
    return result(
      await client.call(previewPolicy, { params: { id }, body: previewBody(input) }),
      explanation,
    );
  },
});
