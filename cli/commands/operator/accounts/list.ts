import { LIMITS } from '../../../../shared/contract/limits.ts';
import { command, integer, result, text } from '../../../command.ts';
import { accountList } from '../../../views/operator.ts';

export const operatorAccountsList = command({
  name: ['operator', 'accounts', 'list'],
  summary: 'List the accounts of this daemon, newest first.',
  flags: {
    limit: integer(
      '-n, --limit <N>',
      `How many, at most. Default: ${LIMITS.listPage.default}.`,
      1,
      LIMITS.listPage.max,
    ),
    cursor: text('--cursor <CURSOR>', 'Go on after an earlier page.'),
  },
  arguments: {},
  examples: [{ command: 'agentmail operator accounts list', about: 'who has an account here' }],
  endpoints: async () => {
    const { operatorListAccounts } = await import('../../../../shared/contract/operator.ts');
    return { operatorListAccounts };
  },
  run: async (context, { limit, cursor }, { operatorListAccounts }) => {
    const client = await context.client();
    const query = { ...(limit === undefined ? {} : { limit }), ...(cursor === undefined ? {} : { cursor }) };
    return result(await client.call(operatorListAccounts, { query }), accountList);
  },
});
