import { command, result, word } from '../../command.ts';
import { confirm, yesFlag } from '../../confirm.ts';
import { deletedDomain } from '../../views/domains.ts';

export const domainsDelete = command({
  name: ['domains', 'delete'],
  summary: 'Delete a domain permanently; delete its mailboxes first.',
  flags: { yes: yesFlag },
  arguments: { domain: word('DOMAIN', 'Domain name or ID.') },
  examples: [{ command: 'agentmail domains delete example.com', about: 'delete it permanently' }],
  endpoints: async () => {
    const { deleteDomain, listDomains } = await import('../../../shared/contract/domains.ts');
    return { deleteDomain, listDomains };
  },
  run: async (context, { domain, yes }, { deleteDomain }) => {
    const { domainId } = await import('../../domain.ts');
    const id = await domainId(context, domain);
    await confirm(context, yes, () => `Permanently delete the domain ${domain}?`);
    const client = await context.client();
    return result(await client.call(deleteDomain, { params: { id } }), deletedDomain);
  },
});
