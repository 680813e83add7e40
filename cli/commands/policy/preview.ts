import { command, result } from '../../command.ts';
import { chooseMailbox, mailboxWord } from '../../mailbox.ts';
import { previewBody, previewExit, previewFlags } from '../../preview.ts';
import { previewView } from '../../views/policies.ts';

export const policyPreview = command({
  name: ['policy', 'preview'],
  summary: 'Predict the result of a send without sending, storing or charging anything.',
  flags: previewFlags,
  arguments: { word: mailboxWord },
  examples: [
    {
      command: 'agentmail policy preview --to ann@example.com --origin agent',
      about: 'check whether agents may write to Ann',
    },
  ],
  exits: ['held', 'refused'],
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
    const preview = await client.call(previewPolicy, { params: { id }, body: previewBody(input) });
    return result(preview, previewView, previewExit(preview));
  },
});
