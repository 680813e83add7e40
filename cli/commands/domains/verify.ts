import { command, result, word } from '../../command.ts';
import { verificationView } from '../../views/domains.ts';

export const domainsVerify = command({
  name: ['domains', 'verify'],
  summary: 'Check the DNS records of a domain.',
  flags: {},
  arguments: { domain: word('DOMAIN', 'Domain name or ID.') },
  examples: [{ command: 'agentmail domains verify example.com', about: 'check them after publishing' }],
  endpoints: async () => {
    const { verifyDomain, listDomains } = await import('../../../shared/contract/domains.ts');
    return { verifyDomain, listDomains };
  },
  run: async (context, { domain }, { verifyDomain }) => {
    const { domainId } = await import('../../domain.ts');
    const id = await domainId(context, domain);
    const client = await context.client();
    return result(await client.call(verifyDomain, { params: { id } }), verificationView);
  },
});
