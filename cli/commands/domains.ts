import { NETWORK_MODES } from '../../shared/contract/values.ts';
import { type Command, command, result } from '../command.ts';
import { UsageError } from '../errors.ts';
import { confirm, yesFlag } from '../input/asking/confirm.ts';
import { domainId, domainWord, typedDomain } from '../input/lookups/domain.ts';
import { chooseMailbox, mailboxLookup } from '../input/lookups/mailbox.ts';
import { assertGoesWith, definedFields } from '../input/options/input.ts';
import { choice, flag, renamed, text, word } from '../input/options/kinds.ts';
import {
  addedDomain,
  deletedDomain,
  domainList,
  domainView,
  verificationView,
} from '../output/views/domains.ts';

export const domains: readonly Command[] = [
  command({
    name: ['domains', 'list'],
    summary: 'List the domains of the account.',
    examples: [{ command: 'agentmail domains list', about: 'show their state and health' }],
    endpoint: async () => (await import('../../shared/contract/domains.ts')).listDomains,
    view: domainList,
  }),
  command({
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
      const { createDomain } = await import('../../shared/contract/domains.ts');
      return { createDomain };
    },
    run: async (context, input, { createDomain }) => {
      const { serverOf, serverPasswords } = await import('../input/options/mail-servers.ts');
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
      const body = {
        domain,
        ...definedFields({ transport_mode: 'self_hosted' as const, self_hosted_config: config }),
      };
      return result(await client.call(createDomain, { body }), addedDomain);
    },
  }),
  command({
    name: ['domains', 'show'],
    summary: 'Show a domain with its DNS records.',
    arguments: { domain: domainWord },
    examples: [
      {
        command: 'agentmail domains show example.com',
        about: 'print the records to publish as zone-file lines',
      },
    ],
    endpoint: async () => (await import('../../shared/contract/domains.ts')).getDomain,
    request: ({ domain }) => ({ params: { id: domain } }),
    view: domainView,
  }),
  command({
    name: ['domains', 'verify'],
    summary: 'Check the DNS records of a domain.',
    arguments: { domain: domainWord },
    examples: [{ command: 'agentmail domains verify example.com', about: 'check them after publishing' }],
    endpoint: async () => (await import('../../shared/contract/domains.ts')).verifyDomain,
    request: ({ domain }) => ({ params: { id: domain } }),
    view: verificationView,
  }),
  command({
    name: ['domains', 'recheck'],
    summary: 'Check the server logins of a self-hosted domain again.',
    arguments: { domain: domainWord },
    examples: [{ command: 'agentmail domains recheck example.com', about: 'check after a password change' }],
    endpoint: async () => (await import('../../shared/contract/domains.ts')).recheckDomain,
    request: ({ domain }) => ({ params: { id: domain } }),
    view: verificationView,
  }),
  command({
    name: ['domains', 'default'],
    summary: 'Use this domain for the addresses of new mailboxes.',
    arguments: { domain: domainWord },
    examples: [
      { command: 'agentmail domains default example.com', about: 'create new mailboxes at example.com' },
    ],
    endpoint: async () => (await import('../../shared/contract/domains.ts')).setDefaultDomain,
    request: ({ domain }) => ({ params: { id: domain } }),
    view: domainView,
  }),
  command({
    name: ['domains', 'catch-all'],
    summary: 'Choose the mailbox for mail to names that no mailbox of the domain has.',
    flags: {
      mailbox: { ...text('-m, --mailbox <MAILBOX>', 'Mailbox name, address or ID.'), ...mailboxLookup },
      off: flag('--off', 'Refuse such mail again.'),
    },
    arguments: { domain: domainWord },
    examples: [
      {
        command: 'agentmail domains catch-all example.com -m inbox',
        about: 'mail to any other name at example.com arrives in inbox',
      },
    ],
    endpoint: async () => (await import('../../shared/contract/domains.ts')).setCatchAll,
    request: async ({ domain, mailbox, off }, context) => {
      if (off === (mailbox !== undefined))
        throw new UsageError('Name a mailbox with --mailbox, or pass --off.');
      return {
        params: { id: domain },
        body: { mailbox: mailbox === undefined ? null : await chooseMailbox(context, mailbox) },
      };
    },
    view: domainView,
  }),
  command({
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
      const { listDomains, updateSelfHosted } = await import('../../shared/contract/domains.ts');
      return { listDomains, updateSelfHosted };
    },
    run: async (context, input, { updateSelfHosted }) => {
      const isNamed = [input.smtp, input.imap, input.network].some((each) => each !== undefined);
      if (!isNamed && !input.password) throw new UsageError('No changes given.');
      const { serverOf, serverPasswords } = await import('../input/options/mail-servers.ts');
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
      const body = definedFields({
        network_mode: input.network,
        smtp: changes('smtp'),
        imap: changes('imap'),
      });
      const client = await context.client();
      return result(await client.call(updateSelfHosted, { params: { id }, body }), domainView);
    },
  }),
  command({
    name: ['domains', 'delete'],
    summary: 'Delete a domain permanently; delete its mailboxes first.',
    flags: { yes: yesFlag },
    arguments: { domain: typedDomain },
    examples: [{ command: 'agentmail domains delete example.com', about: 'delete it permanently' }],
    endpoint: async () => (await import('../../shared/contract/domains.ts')).deleteDomain,
    request: async ({ domain, yes }, context) => {
      const id = await domainId(context, domain);
      await confirm(context, yes, () => `Permanently delete the domain ${domain}?`);
      return { params: { id } };
    },
    view: deletedDomain,
  }),
];
