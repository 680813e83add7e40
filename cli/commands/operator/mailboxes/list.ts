import { LIMITS } from '../../../../shared/contract/limits.ts';
import { command, integer, result, text } from '../../../command.ts';
import { given } from '../../../given.ts';
import { operatorMailboxList } from '../../../views/operator-records.ts';

const { default: USUAL, max } = LIMITS.outboxPage;

export const operatorMailboxesList = command({
  name: ['operator', 'mailboxes', 'list'],
  summary: 'List the mailboxes of all accounts, newest first.',
  flags: {
    account: text('--account <ACCOUNT>', 'Only of this one, by id or email.'),
    limit: integer('-n, --limit <N>', `How many, at most. Default: ${USUAL}.`, 1, max),
    cursor: text('--cursor <CURSOR>', 'Go on after an earlier page.'),
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
