import { DOMAIN_HEALTHS, DOMAIN_STATUSES } from '../../../../shared/contract/values.ts';
import { choice, command, onOff, result } from '../../../command.ts';
import { UsageError } from '../../../errors.ts';
import { given } from '../../../given.ts';
import { operatorDomainWord } from '../../../operator-ids.ts';
import { domainView } from '../../../views/domains.ts';

export const operatorDomainsUpdate = command({
  name: ['operator', 'domains', 'update'],
  summary: 'Suspend a domain, or say of it what checks would.',
  flags: {
    status: choice('--status <STATUS>', 'Whether mail may leave from it.', DOMAIN_STATUSES),
    health: choice('--health <HEALTH>', 'Until the next check.', DOMAIN_HEALTHS),
    verified: onOff('--verified <on|off>', 'Whether it counts as verified.'),
  },
  arguments: { id: operatorDomainWord },
  examples: [
    {
      command: 'agentmail operator domains update example.com --status suspended',
      about: 'nothing leaves from it any more',
    },
  ],
  endpoints: async () => {
    const { operatorUpdateDomain } = await import('../../../../shared/contract/domains.ts');
    return { operatorUpdateDomain };
  },
  run: async (context, { id, status, health, verified }, { operatorUpdateDomain }) => {
    const body = given({ status, health, verified });
    if (Object.keys(body).length === 0) throw new UsageError('Nothing to change is named.');
    const client = await context.client();
    return result(await client.call(operatorUpdateDomain, { params: { id }, body }), domainView);
  },
});
