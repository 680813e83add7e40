import { NETWORK_MODES } from '../../../shared/contract/values.ts';
import { choice, command, renamed, result, text, word } from '../../command.ts';
import { UsageError } from '../../errors.ts';
import { assertGoesWith } from '../../exclusive.ts';
import { given } from '../../given.ts';
import { addedDomain } from '../../views/domains.ts';

export const domainsAdd = command({
  name: ['domains', 'add'],
  summary: 'Add your own domain and show the DNS records to publish.',
  flags: {
    smtp: renamed(
      text('--smtp-server <URL>', 'Self-hosted: SMTP server, such as smtps://me@smtp.example.com:465.'),
      {
        flags: '--smtp <URL>',
      },
    ),
    imap: renamed(
      text('--imap-server <URL>', 'Self-hosted: IMAP server, such as imaps://me@imap.example.com:993.'),
      {
        flags: '--imap <URL>',
      },
    ),
    username: text('--username <NAME>', 'User name for servers whose URL has none.'),
    network: choice('--network <MODE>', 'Network of the servers. Default: public.', NETWORK_MODES),
  },
  arguments: { domain: word('DOMAIN', 'Domain name, such as example.com.') },
  examples: [
    { command: 'agentmail domains add example.com', about: 'send and receive through this daemon' },
    {
      command:
        'agentmail domains add example.com --smtp-server smtps://me@smtp.example.com:465 --imap-server imaps://me@imap.example.com:993 < password.txt',
      about: 'use its own mail servers; the password comes from stdin',
    },
  ],
  endpoints: async () => {
    const { createDomain } = await import('../../../shared/contract/domains.ts');
    return { createDomain };
  },
  run: async (context, input, { createDomain }) => {
    const { serverOf, serverPasswords } = await import('../../domain.ts');
    const { domain, smtp, imap } = input;
    if (smtp === undefined && imap === undefined) {
      assertGoesWith('--smtp-server and --imap-server', {
        '--username': input.username !== undefined,
        '--network': input.network !== undefined,
      });
      const client = await context.client();
      return result(await client.call(createDomain, { body: { domain } }), addedDomain);
    }
    if (smtp === undefined || imap === undefined)
      throw new UsageError('--smtp-server and --imap-server require each other.');
    const servers = { smtp: serverOf('--smtp-server', smtp), imap: serverOf('--imap-server', imap) };
    const username = input.username ?? servers.imap.username ?? servers.smtp.username;
    if (username === undefined)
      throw new UsageError('The servers need a user name.', 'pass --username NAME, or put it in the URL');
    const passwords = await serverPasswords(context);
    const config = {
      network_mode: input.network ?? ('public' as const),
      smtp: { username, ...servers.smtp, password: passwords.smtp },
      imap: { username, ...servers.imap, password: passwords.imap },
    };
    const client = await context.client();
    const body = { domain, ...given({ transport_mode: 'self_hosted' as const, self_hosted_config: config }) };
    return result(await client.call(createDomain, { body }), addedDomain);
  },
});
