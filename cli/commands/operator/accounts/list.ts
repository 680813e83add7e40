import { LIMITS } from '../../../../shared/contract/limits.ts';
import { command, result } from '../../../command.ts';
import { given } from '../../../given.ts';
import { cursorFlag, limitFlag } from '../../../pages.ts';
import { accountList } from '../../../views/operator.ts';

export const operatorAccountsList = command({
  name: ['operator', 'accounts', 'list'],
  summary: 'List the accounts of this daemon, newest first.',
  flags: {
    limit: limitFlag(LIMITS.listPage),
    cursor: cursorFlag,
  },
  arguments: {},
  examples: [{ command: 'agentmail operator accounts list', about: 'list the accounts on this machine' }],
  endpoints: async () => {
    const { operatorListAccounts } = await import('../../../../shared/contract/operator.ts');
    return { operatorListAccounts };
  },
  run: async (context, { limit, cursor }, { operatorListAccounts }) => {
    const client = await context.client();
    const query = given({ limit, cursor });
    return result(await client.call(operatorListAccounts, { query }), accountList);
  },
});
