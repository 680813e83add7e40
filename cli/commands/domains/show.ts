import { command, result, word } from '../../command.ts';
import { domainView } from '../../views/domains.ts';

export const domainsShow = command({
  name: ['domains', 'show'],
  summary: 'Show a domain with its DNS records.',
  flags: {},
  arguments: { domain: word('DOMAIN', 'Domain name or ID.') },
  examples: [
    {
      command: 'agentmail domains show example.com',
      about: 'print the records to publish as zone-file lines',
    },
  ],
  endpoints: async () => {
    const { getDomain, listDomains } = await import('../../../shared/contract/domains.ts');
    return { getDomain, listDomains };
  },
  run: async (context, { domain }, { getDomain }) => {
    const { domainId } = await import('../../domain.ts');
    const id = await domainId(context, domain);
    const client = await context.client();
    return result(await client.call(getDomain, { params: { id } }), domainView);
  },
});
