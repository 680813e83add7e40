import { AFTER_TAKING, NETWORK_MODES } from '../../../shared/contract/values.ts';
import { type Command, command, result } from '../../command.ts';
import type { CommandContext } from '../../context.ts';
import { UsageError } from '../../errors.ts';
import { confirm, yesFlag } from '../../input/asking/confirm.ts';
import { chooseMailbox, inMailbox, mailboxWord, typedMailbox } from '../../input/lookups/mailbox.ts';
import { definedFields } from '../../input/options/input.ts';
import { choice, flag, text, word } from '../../input/options/kinds.ts';
import { type Switches, switchFields, switchFlags } from '../../input/options/mailbox-switches.ts';
import { pastTime } from '../../input/options/time.ts';
import { connectionView, probesView } from '../../output/views/connections.ts';
import { choosePreset } from './preset.ts';

interface ServerFlags {
  readonly address: string;
  readonly imap: string;
  readonly smtp: string;
  readonly username?: string | undefined;
  readonly smtpPassword: boolean;
  readonly tokenProgram?: string | undefined;
  readonly folder?: string | undefined;
  readonly since?: string | undefined;
  readonly after?: (typeof AFTER_TAKING)[number] | undefined;
  readonly moveTo?: string | undefined;
  readonly network?: (typeof NETWORK_MODES)[number] | undefined;
}

/** The servers of a request, with the password that is asked for here or the program in place of it. */
async function serversFrom(context: CommandContext, input: ServerFlags) {
  const { serverOf } = await import('../../input/options/mail-servers.ts');
  const { secrets } = context;
  const username = input.username ?? input.address;
  const imap = { username, ...serverOf('--imap', input.imap) };
  const smtp = { username, ...serverOf('--smtp', input.smtp) };
  const token_program = input.tokenProgram;
  const ask = (question: string) => secrets.ask(question).then((password) => ({ password }));
  if (token_program !== undefined && input.smtpPassword)
    throw new UsageError('--smtp-password and --token-program exclude each other.');
  const proof = token_program === undefined ? await ask(`Password of ${imap.username}`) : { token_program };
  return {
    imap: { ...imap, ...proof },
    smtp: { ...smtp, ...(input.smtpPassword ? await ask('SMTP password') : proof) },
    ...definedFields({
      folder: input.folder,
      since: input.since,
      after: input.after,
      move_to: input.moveTo,
      network_mode: input.network,
    }),
  };
}

/** The default name of a mailbox: the local part, without what names can't have. */
function nameOf(address: string): string {
  const local = address.slice(0, Math.max(0, address.lastIndexOf('@'))).toLowerCase();
  return local.replace(/[^a-z0-9._-]+/g, '-').replace(/^[._-]+|[._-]+$/g, '');
}

/** Refuses flags of a new mailbox for one that exists: its policies would stay as they are, unsaid. */
function assertNothingNew(
  mailbox: string,
  { name, displayName, guarded, open, ...input }: NewMailboxFlags,
): void {
  const given = {
    '--name': name,
    '--display-name': displayName,
    '--guarded': guarded || undefined,
    '--open': open || undefined,
    '--participants': input.participants,
    '--agent-quarantine': input.agentQuarantine,
    '--agent-release': input.agentRelease,
    '--agent-entries': input.agentEntries,
    '--languages': input.languages,
  };
  const ignored = Object.keys(definedFields(given));
  if (ignored.length === 0) return;
  const verb = ignored.length === 1 ? 'changes' : 'change';
  throw new UsageError(
    `${mailbox} exists, so ${ignored.join(', ')} ${verb} nothing.`,
    `agentmail mailboxes update -m ${mailbox}`,
  );
}

interface NewMailboxFlags extends Switches {
  readonly name?: string | undefined;
  readonly displayName?: string | undefined;
  readonly guarded: boolean;
  readonly open: boolean;
}

export const mailboxConnections: readonly Command[] = [
  command({
    name: ['mailboxes', 'connect'],
    summary: 'Connect a mailbox of another mail server, or change the servers of one.',
    description:
      'Mail is read from IMAP, scanned and held as any other, and what the mailbox sends leaves by that\n' +
      'SMTP server after every rule and review. You need neither a domain nor an open port. The password is\n' +
      'asked for, or read from stdin, unless --token-program is given; both log-ins must work before anything is stored. Mail that is there\n' +
      'already is left alone unless you pass --since, and nothing on the server changes unless you pass\n' +
      '--after.',
    flags: {
      imap: text('--imap <URL>', 'IMAP server, such as imaps://imap.example.com.'),
      smtp: text('--smtp <URL>', 'SMTP server, such as smtps://smtp.example.com.'),
      username: text('--username <NAME>', 'User name of both servers. Default: the address.'),
      smtpPassword: flag('--smtp-password', 'Ask for another password for SMTP.'),
      tokenProgram: text(
        '--token-program <NAME>',
        "Log in with tokens that this program of the operator's prints, without a password.",
      ),
      folder: text('--folder <FOLDER>', 'IMAP folder to read. Default: INBOX.'),
      since: pastTime('--since <TIME>', 'Import mail that arrived since then, as 30d or 2026-01-31.'),
      after: choice(
        '--after <FATE>',
        'Keep the original (default), mark it as seen, delete it, or move it to --move-to.',
        AFTER_TAKING,
      ),
      moveTo: text('--move-to <FOLDER>', 'Folder on the server for --after move.'),
      network: choice('--network <MODE>', 'Network of the servers. Default: public.', NETWORK_MODES),
      name: text('--name <NAME>', 'Name of the mailbox here. Default: the part before the @.'),
      displayName: text('--display-name <TEXT>', 'Sender name that recipients see. Default: the name.'),
      check: flag('--check', 'Log in to both servers and store nothing.'),
      guarded: flag('--guarded', 'Apply policies that are safe for an agent.'),
      open: flag('--open', 'Let agents write to anyone, unreviewed.'),
      ...switchFlags,
    },
    arguments: { address: word('ADDRESS', 'Address of the mailbox, such as ann@firm.example.') },
    examples: [
      {
        command:
          'agentmail mailboxes connect ann@firm.example --imap imaps://imap.firm.example --smtp smtps://smtp.firm.example --guarded',
        about: 'asks for the password, and reads mail that arrives from now on',
      },
      {
        command:
          'agentmail mailboxes connect ann@firm.example --imap imaps://imap.firm.example --smtp smtps://smtp.firm.example --check < password.txt',
        about: 'try the servers first',
      },
      {
        command:
          'agentmail mailboxes connect ann@firm.example --imap imaps://outlook.office365.com --smtp smtp://smtp.office365.com --token-program microsoft --guarded',
        about: 'log in with OAuth 2.0 tokens',
      },
    ],
    exits: ['refused'],
    endpoints: async () => {
      const [{ checkConnection, getConnection, replaceConnection }, { createMailbox, listMailboxes }] =
        await Promise.all([
          import('../../../shared/contract/connections.ts'),
          import('../../../shared/contract/mailboxes.ts'),
        ]);
      return { checkConnection, getConnection, replaceConnection, createMailbox, listMailboxes };
    },
    run: async (context, { imap, smtp, ...input }, endpoints) => {
      const { requireServers } = await import('../../input/options/mail-servers.ts');
      const servers = { ...input, ...requireServers(imap, smtp) };
      const client = await context.client();
      if (input.check) {
        const body = await serversFrom(context, servers);
        const probes = await client.call(endpoints.checkConnection, { body });
        return result(probes, probesView, probes.imap.ok && probes.smtp.ok ? 'ok' : 'refused');
      }
      const address = input.address.toLowerCase();
      const { mailboxes } = await client.call(endpoints.listMailboxes, {});
      const known = mailboxes.find((each) => each.address === address);
      if (known) {
        assertNothingNew(known.name, input);
        const body = await serversFrom(context, servers);
        const params = { id: known.id };
        return result(await client.call(endpoints.replaceConnection, { params, body }), connectionView);
      }
      const preset = await choosePreset(context, input);
      const connection = { address, ...(await serversFrom(context, servers)) };
      const body = {
        name: input.name ?? nameOf(address),
        connection,
        ...definedFields({
          display_name: input.displayName,
          preset,
          ...switchFields(input),
        }),
      };
      const { id } = await client.call(endpoints.createMailbox, { body });
      return result(await client.call(endpoints.getConnection, { params: { id } }), connectionView);
    },
  }),
  command({
    name: ['mailboxes', 'connection'],
    summary: 'Show the servers of a connected mailbox and whether they work.',
    flags: { mailbox: inMailbox },
    arguments: { word: mailboxWord },
    examples: [{ command: 'agentmail mailboxes connection ann', about: 'find out why no mail comes' }],
    endpoint: async () => (await import('../../../shared/contract/connections.ts')).getConnection,
    request: ({ mailbox }) => ({ params: { id: mailbox } }),
    view: connectionView,
  }),
  command({
    name: ['mailboxes', 'disconnect'],
    summary: 'Erase the passwords of a connected mailbox. It reads and sends nothing; its mail stays.',
    description: 'To connect it again, run agentmail mailboxes connect with its address.',
    flags: { mailbox: typedMailbox, yes: yesFlag },
    arguments: { word: mailboxWord },
    examples: [{ command: 'agentmail mailboxes disconnect ann', about: 'stop reading and sending' }],
    endpoint: async () => (await import('../../../shared/contract/connections.ts')).removeConnection,
    request: async ({ mailbox, yes }, context) => {
      const id = await chooseMailbox(context, mailbox);
      await confirm(context, yes, () => `Disconnect the mailbox ${mailbox}? Its passwords are erased here.`);
      return { params: { id } };
    },
    view: connectionView,
  }),
];
