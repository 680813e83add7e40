import { command, result, word } from '../../command.ts';
import { domainView } from '../../views/domains.ts';

export const domainsDefault = command({
  name: ['domains', 'default'],
  summary: 'Give new mailboxes their address at this domain.',
  flags: {},
  arguments: { domain: word('DOMAIN', 'Name or id.') },
  examples: [{ command: 'agentmail domains default example.com', about: 'from the next mailbox on' }],
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
