import { command, result, word } from '../../command.ts';
import { verificationView } from '../../views/domains.ts';

export const domainsVerify = command({
  name: ['domains', 'verify'],
  summary: 'Look the DNS records of a domain up.',
  flags: {},
  arguments: { domain: word('DOMAIN', 'Name or id.') },
  examples: [{ command: 'agentmail domains verify example.com', about: 'once they are published' }],
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
