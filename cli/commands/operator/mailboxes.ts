import { LIMITS } from '../../../shared/contract/limits.ts';
import { SETTABLE_MAILBOX_STATUSES } from '../../../shared/contract/values.ts';
import { type Command, command } from '../../command.ts';
import { UsageError } from '../../errors.ts';
import { accountFlag, operatorMailboxWord } from '../../input/lookups/operator-ids.ts';
import { definedFields } from '../../input/options/input.ts';
import { choice } from '../../input/options/kinds.ts';
import { cursorFlag, limitFlag } from '../../input/options/pages.ts';
import { operatorMailboxList, operatorMailboxView } from '../../output/views/operator-records.ts';

export const operatorMailboxes: readonly Command[] = [
  command({
    name: ['operator', 'mailboxes', 'list'],
    summary: 'List the mailboxes of all accounts, newest first.',
    flags: {
      account: accountFlag,
      limit: limitFlag(LIMITS.outboxPage),
      cursor: cursorFlag,
    },
    examples: [
      {
        command: 'agentmail operator mailboxes list --account ann@example.com',
        about: "list Ann's mailboxes",
      },
    ],
    endpoint: async () =>
      (await import('../../../shared/contract/operator-records.ts')).operatorListMailboxes,
    request: ({ account, limit, cursor }) => ({ query: definedFields({ account, limit, cursor }) }),
    view: operatorMailboxList,
  }),
  command({
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
    endpoint: async () =>
      (await import('../../../shared/contract/operator-records.ts')).operatorUpdateMailbox,
    request: ({ id, status }) => {
      if (status === undefined)
        throw new UsageError('No status given: pass --status active or --status paused.');
      const call = { params: { id }, body: { status } };
      return call;
    },
    view: operatorMailboxView,
  }),
];
