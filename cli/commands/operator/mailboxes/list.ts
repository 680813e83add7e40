import { LIMITS } from '../../../../shared/contract/limits.ts';
import { command, result, text } from '../../../command.ts';
import { given } from '../../../given.ts';
import { cursorFlag, limitFlag } from '../../../pages.ts';
import { operatorMailboxList } from '../../../views/operator-records.ts';

export const operatorMailboxesList = command({
  name: ['operator', 'mailboxes', 'list'],
  summary: 'List the mailboxes of all accounts, newest first.',
  flags: {
    account: text('--account <ACCOUNT>', 'Only of this one, by id or email.'),
    limit: limitFlag(LIMITS.outboxPage),
    cursor: cursorFlag,
  },
  arguments: {},
  examples: [
    { command: 'agentmail operator mailboxes list --account ann@example.com', about: 'which Ann has' },
  ],
  endpoints: async () => {
    const { operatorListMailboxes } = await import('../../../../shared/contract/operator-records.ts');
    return { operatorListMailboxes };
  },
  run: async (context, { account, limit, cursor }, { operatorListMailboxes }) => {
    const client = await context.client();
    const query = given({ account, limit, cursor });
    return result(await client.call(operatorListMailboxes, { query }), operatorMailboxList);
  },
});
