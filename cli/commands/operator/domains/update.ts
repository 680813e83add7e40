import { DOMAIN_HEALTHS, DOMAIN_STATUSES } from '../../../../shared/contract/values.ts';
import { choice, command, onOff, result } from '../../../command.ts';
import { UsageError } from '../../../errors.ts';
import { given } from '../../../given.ts';
import { operatorDomainWord } from '../../../operator-ids.ts';
import { domainView } from '../../../views/domains.ts';

export const operatorDomainsUpdate = command({
  name: ['operator', 'domains', 'update'],
  summary: 'Suspend a domain, or override the result of its checks.',
  flags: {
    status: choice('--status <STATUS>', 'Whether the domain may send.', DOMAIN_STATUSES),
    health: choice('--health <HEALTH>', 'Health of the domain, until its next check.', DOMAIN_HEALTHS),
    verified: onOff('--verified <on|off>', 'Whether the domain counts as verified.'),
  },
  arguments: { id: operatorDomainWord },
  examples: [
    {
      command: 'agentmail operator domains update example.com --status suspended',
      about: 'stop all sending from it',
    },
  ],
  endpoints: async () => {
    const { operatorUpdateDomain } = await import('../../../../shared/contract/domains.ts');
    return { operatorUpdateDomain };
  },
  run: async (context, { id, status, health, verified }, { operatorUpdateDomain }) => {
    const body = given({ status, health, verified });
    if (Object.keys(body).length === 0) throw new UsageError('No changes given.');
    const client = await context.client();
    return result(await client.call(operatorUpdateDomain, { params: { id }, body }), domainView);
  },
});
