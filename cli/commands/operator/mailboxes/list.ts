import { LIMITS } from '../../../../shared/contract/limits.ts';
import { command, result } from '../../../command.ts';
import { given } from '../../../given.ts';
import { accountFlag } from '../../../operator-ids.ts';
import { cursorFlag, limitFlag } from '../../../pages.ts';
import { operatorMailboxList } from '../../../views/operator-records.ts';

export const operatorMailboxesList = command({
  name: ['operator', 'mailboxes', 'list'],
  summary: 'List the mailboxes of all accounts, newest first.',
  flags: {
    account: accountFlag,
    limit: limitFlag(LIMITS.outboxPage),
    cursor: cursorFlag,
  },
  arguments: {},
  examples: [
    { command: 'agentmail operator mailboxes list --account ann@example.com', about: "list Ann's mailboxes" },
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
