import { LIMITS } from '../../../shared/contract/limits.ts';
import { DOMAIN_HEALTHS, DOMAIN_STATUSES } from '../../../shared/contract/values.ts';
import { type Command, command } from '../../command.ts';
import { UsageError } from '../../errors.ts';
import { accountFlag, operatorDomainWord } from '../../input/lookups/operator-ids.ts';
import { definedFields } from '../../input/options/input.ts';
import { choice, onOff } from '../../input/options/kinds.ts';
import { cursorFlag, limitFlag } from '../../input/options/pages.ts';
import { domainView, operatorDomainList } from '../../output/views/domains.ts';

export const operatorDomains: readonly Command[] = [
  command({
    name: ['operator', 'domains', 'list'],
    summary: 'List the domains of all accounts, newest first.',
    flags: {
      account: accountFlag,
      limit: limitFlag(LIMITS.listPage),
      cursor: cursorFlag,
    },
    examples: [
      { command: 'agentmail operator domains list', about: 'find out which account has which domain' },
    ],
    endpoint: async () => (await import('../../../shared/contract/domains.ts')).operatorListDomains,
    request: ({ account, limit, cursor }) => ({ query: definedFields({ account, limit, cursor }) }),
    view: operatorDomainList,
  }),
  command({
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
    endpoint: async () => (await import('../../../shared/contract/domains.ts')).operatorUpdateDomain,
    request: ({ id, status, health, verified }) => {
      const body = definedFields({ status, health, verified });
      if (Object.keys(body).length === 0) throw new UsageError('No changes given.');
      return { params: { id }, body };
    },
    view: domainView,
  }),
];
