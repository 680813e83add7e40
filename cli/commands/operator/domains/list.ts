import { LIMITS } from '../../../../shared/contract/limits.ts';
import { command, result } from '../../../command.ts';
import { given } from '../../../given.ts';
import { accountFlag } from '../../../operator-ids.ts';
import { cursorFlag, limitFlag } from '../../../pages.ts';
import { operatorDomainList } from '../../../views/domains.ts';

export const operatorDomainsList = command({
  name: ['operator', 'domains', 'list'],
  summary: 'List the domains of all accounts, newest first.',
  flags: {
    account: accountFlag,
    limit: limitFlag(LIMITS.listPage),
    cursor: cursorFlag,
  },
  arguments: {},
  examples: [
    { command: 'agentmail operator domains list', about: 'find out which account has which domain' },
  ],
  endpoints: async () => {
    const { operatorListDomains } = await import('../../../../shared/contract/domains.ts');
    return { operatorListDomains };
  },
  run: async (context, { account, limit, cursor }, { operatorListDomains }) => {
    const client = await context.client();
    const query = given({ account, limit, cursor });
    return result(await client.call(operatorListDomains, { query }), operatorDomainList);
  },
});
