import { LIMITS } from '../../../../shared/contract/limits.ts';
import { command, integer, result, text } from '../../../command.ts';
import { given } from '../../../given.ts';
import { domainList } from '../../../views/domains.ts';

export const operatorDomainsList = command({
  name: ['operator', 'domains', 'list'],
  summary: 'List the domains of all accounts, newest first.',
  flags: {
    account: text('--account <ACCOUNT>', 'Only of this one, by id or email.'),
    limit: integer(
      '-n, --limit <N>',
      `How many, at most. Default: ${LIMITS.listPage.default}.`,
      1,
      LIMITS.listPage.max,
    ),
    cursor: text('--cursor <CURSOR>', 'Go on after an earlier page.'),
  },
  arguments: {},
  examples: [{ command: 'agentmail operator domains list', about: 'who has which domain' }],
  endpoints: async () => {
    const { operatorListDomains } = await import('../../../../shared/contract/domains.ts');
    return { operatorListDomains };
  },
  run: async (context, { account, limit, cursor }, { operatorListDomains }) => {
    const client = await context.client();
    const query = given({ account, limit, cursor });
    return result(await client.call(operatorListDomains, { query }), domainList);
  },
});
