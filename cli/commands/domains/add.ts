import { choice, command, result, text, word } from '../../command.ts';
import { UsageError } from '../../errors.ts';
import { assertGoesWith } from '../../exclusive.ts';
import { given } from '../../given.ts';
import { addedDomain } from '../../views/domains.ts';

export const domainsAdd = command({
  name: ['domains', 'add'],
  summary: 'Add a domain of your own; shows what to publish in its DNS.',
  flags: {
    smtp: text('--smtp <URL>', 'Self-hosted: its SMTP server, as smtps://me@smtp.example.com:465.'),
    imap: text('--imap <URL>', 'Self-hosted: its IMAP server, as imaps://me@imap.example.com:993.'),
    username: text('--username <NAME>', 'Signs in where the URL names nobody.'),
    network: choice('--network <MODE>', 'Where its servers are.', ['public', 'tailnet']),
  },
  arguments: { domain: word('DOMAIN', 'As example.com.') },
  examples: [
    { command: 'agentmail domains add example.com', about: 'mail comes and goes through this daemon' },
    {
      command:
        'agentmail domains add example.com --smtp smtps://me@smtp.example.com:465 --imap imaps://me@imap.example.com:993 < password.txt',
      about: 'through its own servers; the password comes from stdin',
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
      assertGoesWith('--smtp and --imap', {
        '--username': input.username !== undefined,
        '--network': input.network !== undefined,
      });
      const client = await context.client();
      return result(await client.call(createDomain, { body: { domain } }), addedDomain);
    }
    if (smtp === undefined || imap === undefined) throw new UsageError('--smtp and --imap go together.');
    const servers = { smtp: serverOf('--smtp', smtp), imap: serverOf('--imap', imap) };
    const username = input.username ?? servers.imap.username ?? servers.smtp.username;
    if (username === undefined) throw new UsageError('--username says who signs in.');
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
