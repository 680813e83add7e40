import { command, result, texts } from '../../command.ts';
import { UsageError } from '../../errors.ts';
import { keyWord } from '../../known-ids.ts';
import { mailboxIds } from '../../mailbox.ts';
import { boundKey } from '../../views/keys.ts';

export const keysBind = command({
  name: ['keys', 'bind'],
  summary: 'Replace the mailboxes of an agent key.',
  flags: {
    mailboxes: texts(
      '-m, --mailbox <MAILBOX>',
      'Mailbox name or ID. Required at least once; may be repeated.',
    ),
  },
  arguments: { key: keyWord },
  examples: [
    {
      command: 'agentmail keys bind 1f0a4c11 -m support -m sales',
      about: 'allow these two mailboxes and no others',
    },
  ],
  endpoints: async () => {
    const [{ updateApiKey }, { listMailboxes }] = await Promise.all([
      import('../../../shared/contract/keys.ts'),
      import('../../../shared/contract/mailboxes.ts'),
    ]);
    return { updateApiKey, listMailboxes };
  },
  run: async (context, { key, mailboxes }, { updateApiKey, listMailboxes }) => {
    if (mailboxes.length === 0) throw new UsageError('At least one --mailbox is required.');
    const body = { mailbox_ids: await mailboxIds(context, mailboxes, listMailboxes) };
    const client = await context.client();
    return result(await client.call(updateApiKey, { params: { id: key }, body }), boundKey);
  },
});
