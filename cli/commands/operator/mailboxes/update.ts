import { SETTABLE_MAILBOX_STATUSES } from '../../../../shared/contract/values.ts';
import { choice, command, result } from '../../../command.ts';
import { UsageError } from '../../../errors.ts';
import { operatorMailboxWord } from '../../../operator-ids.ts';
import { operatorMailboxView } from '../../../views/operator-records.ts';

export const operatorMailboxesUpdate = command({
  name: ['operator', 'mailboxes', 'update'],
  summary: 'Pause a mailbox, which then neither sends nor receives, or resume it.',
  flags: {
    status: choice('--status <STATUS>', 'What it is from now on.', SETTABLE_MAILBOX_STATUSES),
  },
  arguments: { id: operatorMailboxWord },
  examples: [
    {
      command: 'agentmail operator mailboxes update support --status paused',
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
