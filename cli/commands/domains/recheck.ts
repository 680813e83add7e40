import { command, result, word } from '../../command.ts';
import { verificationView } from '../../views/domains.ts';

export const domainsRecheck = command({
  name: ['domains', 'recheck'],
  summary: 'Check the server logins of a self-hosted domain again.',
  flags: {},
  arguments: { domain: word('DOMAIN', 'Domain name or ID.') },
  examples: [{ command: 'agentmail domains recheck example.com', about: 'check after a password change' }],
  endpoints: async () => {
    const { recheckDomain, listDomains } = await import('../../../shared/contract/domains.ts');
    return { recheckDomain, listDomains };
  },
  run: async (context, { domain }, { recheckDomain }) => {
    const { domainId } = await import('../../domain.ts');
    const id = await domainId(context, domain);
    const client = await context.client();
    return result(await client.call(recheckDomain, { params: { id } }), verificationView);
  },
});
