import { command, result, word } from '../../command.ts';
import { domainView } from '../../views/domains.ts';

export const domainsDefault = command({
  name: ['domains', 'default'],
  summary: 'Use this domain for the addresses of new mailboxes.',
  flags: {},
  arguments: { domain: word('DOMAIN', 'Domain name or ID.') },
  examples: [
    { command: 'agentmail domains default example.com', about: 'create new mailboxes at example.com' },
  ],
  endpoints: async () => {
    const { setDefaultDomain, listDomains } = await import('../../../shared/contract/domains.ts');
    return { setDefaultDomain, listDomains };
  },
  run: async (context, { domain }, { setDefaultDomain }) => {
    const { domainId } = await import('../../domain.ts');
    const id = await domainId(context, domain);
    const client = await context.client();
    return result(await client.call(setDefaultDomain, { params: { id } }), domainView);
  },
});
