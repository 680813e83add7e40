import { SETTABLE_MAILBOX_STATUSES } from '../../../../shared/contract/values.ts';
import { choice, command, result } from '../../../command.ts';
import { UsageError } from '../../../errors.ts';
import { operatorMailboxWord } from '../../../operator-ids.ts';
import { operatorMailboxView } from '../../../views/operator-records.ts';

export const operatorMailboxesUpdate = command({
  name: ['operator', 'mailboxes', 'update'],
  summary: 'Pause or resume a mailbox; while paused it neither sends nor receives.',
  flags: {
    status: choice('--status <STATUS>', 'New status.', SETTABLE_MAILBOX_STATUSES),
  },
  arguments: { id: operatorMailboxWord },
  examples: [
    {
      command: 'agentmail operator mailboxes update support --status paused',
      about: 'pause it; senders keep retrying their mail',
    },
  ],
  endpoints: async () => {
    const { operatorUpdateMailbox } = await import('../../../../shared/contract/operator-records.ts');
    return { operatorUpdateMailbox };
  },
  run: async (context, { id, status }, { operatorUpdateMailbox }) => {
    if (status === undefined)
      throw new UsageError('No status given: pass --status active or --status paused.');
    const client = await context.client();
    const call = { params: { id }, body: { status } };
    return result(await client.call(operatorUpdateMailbox, call), operatorMailboxView);
  },
});
