import { NETWORK_MODES } from '../../../shared/contract/values.ts';
import { choice, command, flag, renamed, result, text, word } from '../../command.ts';
import { UsageError } from '../../errors.ts';
import { given } from '../../given.ts';
import { domainView } from '../../views/domains.ts';

export const domainsUpdate = command({
  name: ['domains', 'update'],
  summary: 'Change the mail servers of a self-hosted domain.',
  description:
    'A new host or port requires --password: the stored password is never sent to another server. A new user name or security mode does not.',
  flags: {
    smtp: renamed(text('--smtp-server <URL>', 'SMTP server, such as smtps://me@smtp.example.com:465.'), {
      flags: '--smtp <URL>',
    }),
    imap: renamed(text('--imap-server <URL>', 'IMAP server, such as imaps://me@imap.example.com:993.'), {
      flags: '--imap <URL>',
    }),
    network: choice('--network <MODE>', 'Network of the servers.', NETWORK_MODES),
    password: flag('--password', 'Read a new password from stdin; a second line is the IMAP password.'),
  },
  arguments: { domain: word('DOMAIN', 'Domain name or ID.') },
  examples: [
    {
      command: 'agentmail domains update example.com --password < password.txt',
      about: 'set a new password for both servers',
    },
  ],
  endpoints: async () => {
    const { listDomains, updateSelfHosted } = await import('../../../shared/contract/domains.ts');
    return { listDomains, updateSelfHosted };
  },
  run: async (context, input, { updateSelfHosted }) => {
    const isNamed = [input.smtp, input.imap, input.network].some((each) => each !== undefined);
    if (!isNamed && !input.password) throw new UsageError('No changes given.');
    const { domainId, serverOf, serverPasswords } = await import('../../domain.ts');
    const id = await domainId(context, input.domain);
    const passwords = input.password ? await serverPasswords(context) : undefined;
    const changes = (name: 'smtp' | 'imap') => {
      const url = input[name];
      if (url === undefined && !passwords) return undefined;
      return {
        ...(url === undefined ? {} : serverOf(`--${name}-server`, url)),
        ...(passwords && { password: passwords[name] }),
      };
    };
    const body = given({ network_mode: input.network, smtp: changes('smtp'), imap: changes('imap') });
    const client = await context.client();
    return result(await client.call(updateSelfHosted, { params: { id }, body }), domainView);
  },
});
