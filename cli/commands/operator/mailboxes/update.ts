import { choice, command, result, word } from '../../../command.ts';
import { UsageError } from '../../../errors.ts';
import { operatorMailboxView } from '../../../views/operator-records.ts';

export const operatorMailboxesUpdate = command({
  name: ['operator', 'mailboxes', 'update'],
  summary: 'Pause a mailbox, which then neither sends nor receives, or resume it.',
  flags: {
    status: choice('--status <STATUS>', 'What it is from now on.', ['active', 'paused']),
  },
  arguments: { id: word('MAILBOX_ID', 'Id of the mailbox.') },
  examples: [
    {
      command: 'agentmail operator mailboxes update 0196f0c2-5d1e-7c3a-9b55-0d6f1f0a4c11 --status paused',
      about: 'mail to it waits at its senders',
    },
  ],
  endpoints: async () => {
    const { operatorUpdateMailbox } = await import('../../../../shared/contract/operator-records.ts');
    return { operatorUpdateMailbox };
  },
  run: async (context, { id, status }, { operatorUpdateMailbox }) => {
    if (status === undefined) throw new UsageError('Say what it is from now on: --status active or paused.');
    const client = await context.client();
    const call = { params: { id }, body: { status } };
    return result(await client.call(operatorUpdateMailbox, call), operatorMailboxView);
  },
});
