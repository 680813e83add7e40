import { command, result, word } from '../../command.ts';
import { confirm, yesFlag } from '../../confirm.ts';
import { deletedDomain } from '../../views/domains.ts';

export const domainsDelete = command({
  name: ['domains', 'delete'],
  summary: 'Delete a domain; delete its mailboxes first.',
  flags: { yes: yesFlag },
  arguments: { domain: word('DOMAIN', 'Name or id.') },
  examples: [{ command: 'agentmail domains delete example.com', about: 'for good' }],
  endpoints: async () => {
    const { deleteDomain, listDomains } = await import('../../../shared/contract/domains.ts');
    return { deleteDomain, listDomains };
  },
  run: async (context, { domain, yes }, { deleteDomain }) => {
    const { domainId } = await import('../../domain.ts');
    const id = await domainId(context, domain);
    await confirm(context, yes, () => `Delete the domain ${domain} for good?`);
    const client = await context.client();
    return result(await client.call(deleteDomain, { params: { id } }), deletedDomain);
  },
});
