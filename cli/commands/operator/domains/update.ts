import { choice, command, result, word } from '../../../command.ts';
import { UsageError } from '../../../errors.ts';
import { given } from '../../../given.ts';
import { domainView } from '../../../views/domains.ts';

export const operatorDomainsUpdate = command({
  name: ['operator', 'domains', 'update'],
  summary: 'Suspend a domain, or say of it what checks would.',
  flags: {
    status: choice('--status <STATUS>', 'Whether mail may leave from it.', ['active', 'suspended']),
    health: choice('--health <HEALTH>', 'Until the next check.', ['healthy', 'unhealthy', 'unavailable']),
    verified: choice('--verified <YES|NO>', 'Whether it counts as verified.', ['yes', 'no']),
  },
  arguments: { id: word('DOMAIN_ID', 'Id of the domain.') },
  examples: [
    {
      command: 'agentmail operator domains update 0196f0c2-5d1e-7c3a-9b55-0d6f1f0a4c11 --status suspended',
      about: 'nothing leaves from it any more',
    },
  ],
  endpoints: async () => {
    const { operatorUpdateDomain } = await import('../../../../shared/contract/domains.ts');
    return { operatorUpdateDomain };
  },
  run: async (context, { id, status, health, verified }, { operatorUpdateDomain }) => {
    const body = given({ status, health, verified: verified && verified === 'yes' });
    if (Object.keys(body).length === 0) throw new UsageError('Nothing to change is named.');
    const client = await context.client();
    return result(await client.call(operatorUpdateDomain, { params: { id }, body }), domainView);
  },
});
