import { command, result } from '../../command.ts';
import { domainList } from '../../views/domains.ts';

export const domainsList = command({
  name: ['domains', 'list'],
  summary: 'List the domains of the account.',
  flags: {},
  arguments: {},
  examples: [{ command: 'agentmail domains list', about: 'show their state and health' }],
  endpoints: async () => {
    const { listDomains } = await import('../../../shared/contract/domains.ts');
    return { listDomains };
  },
  run: async (context, _input, { listDomains }) => {
    const client = await context.client();
    return result(await client.call(listDomains, {}), domainList);
  },
});
