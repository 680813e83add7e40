import { TRAFFIC_PERIODS } from '../../shared/contract/values.ts';
import { type Command, command, result } from '../command.ts';
import { UsageError } from '../errors.ts';
import { confirm, yesFlag } from '../input/asking/confirm.ts';
import { challengeFlag } from '../input/asking/prove.ts';
import { definedFields } from '../input/options/input.ts';
import { choice, onOffWord, text, word } from '../input/options/kinds.ts';
import { accountView, exportedAccount, trafficView, usageView } from '../output/views/account.ts';
import { counted, megabytes } from '../output/views/numbers.ts';
import { recordView } from '../output/views/record.ts';

export const account: readonly Command[] = [
  command({
    name: ['account', 'show'],
    summary: 'Show the account of the current key.',
    examples: [{ command: 'agentmail account show', about: 'show its plan and status' }],
    endpoint: async () => (await import('../../shared/contract/accounts.ts')).getAccount,
    view: accountView,
  }),
  command({
    name: ['account', 'usage'],
    summary: 'Show sends, storage and delivery rates of the account.',
    examples: [{ command: 'agentmail account usage', about: 'show the last 30 days' }],
    endpoint: async () => (await import('../../shared/contract/account-life.ts')).getUsage,
    view: usageView,
  }),
  command({
    name: ['account', 'traffic'],
    summary: 'Count the mail that came in, went out and was held, by hour or by day.',
    flags: {
      period: choice('--period <PERIOD>', 'The last day by hour, or the last month by day.', TRAFFIC_PERIODS),
    },
    examples: [{ command: 'agentmail account traffic --period month', about: 'show the last 30 days' }],
    endpoint: async () => (await import('../../shared/contract/traffic.ts')).getTraffic,
    request: ({ period }) => ({ query: definedFields({ period }) }),
    view: trafficView,
  }),
  command({
    name: ['account', 'export'],
    summary: 'Export the account as JSON, or its mail as mbox or Maildir.',
    description:
      'JSON is the account as the API shows it, without secrets. --format mbox is all mail with attachments and drafts, oldest\n' +
      'first, for other mail programs (mboxrd). --format maildir is a new folder with a Maildir for each mailbox, in a pipe a tar\n' +
      'archive of it. Both need the operator token of this machine, because raw mail shows what redaction and quarantine hide. Sent\n' +
      'mail is rebuilt from its parts, without a DKIM signature.',
    flags: {
      format: choice('--format <FORMAT>', 'Export format. Default: json.', ['json', 'mbox', 'maildir']),
      output: text(
        '-o, --output <FILE>',
        'Write to this file, or for maildir to this new folder, readable only by you; - is stdout.',
      ),
    },
    examples: [
      { command: 'agentmail account export > account.json', about: 'export the account without secrets' },
      { command: 'agentmail account export --output account.json', about: 'write it to a private file' },
      {
        command: 'agentmail account export --format mbox -o mail.mbox',
        about: 'export all mail for a mail program',
      },
      {
        command: 'agentmail account export --format maildir -o mail',
        about: 'write one file for each message, in a folder for each mailbox',
      },
    ],
    endpoints: async () => {
      const [{ exportAccount }, { exportMaildir, exportMbox }, { getAccount }] = await Promise.all([
        import('../../shared/contract/account-life.ts'),
        import('../../shared/contract/raw-mail.ts'),
        import('../../shared/contract/accounts.ts'),
      ]);
      return { exportAccount, exportMaildir, exportMbox, getAccount };
    },
    run: async (context, { format = 'json', output: named }, { exportAccount, getAccount, ...formats }) => {
      const output = named === '-' ? undefined : named;
      if (format !== 'json' && output === undefined && context.world.stdout.isTTY)
        throw new UsageError(
          "Mail can't be exported to a terminal.",
          'choose a file or folder with --output',
        );
      const client = await context.client();
      const open = async () => {
        if (format === 'json') return client.open(exportAccount, {});
        const { account_id: id } = await client.call(getAccount, {});
        const params = { id };
        return format === 'mbox'
          ? client.open(formats.exportMbox, { params })
          : client.open(formats.exportMaildir, { params });
      };
      const response = await open();
      const { writeFolder, writeStream, writeToStdout } = await import('../machine/home/write-stream.ts');
      if (output === undefined) {
        await writeToStdout(context, response);
        return 'ok' as const;
      }
      let written = 0;
      const end = await context.progress(() => `Exporting: ${megabytes(written)}`);
      try {
        const write = format === 'maildir' ? writeFolder : writeStream;
        const bytes = await write(output, response, (so) => {
          written = so;
        });
        return result({ file: output, bytes }, exportedAccount);
      } finally {
        end();
      }
    },
  }),
  command({
    name: ['account', 'invite'],
    summary: 'Create an invitation code for one sign-up.',
    examples: [{ command: 'agentmail account invite', about: 'create a code that is valid for 30 minutes' }],
    endpoint: async () => (await import('../../shared/contract/signup.ts')).createCliSignupCode,
    view: recordView,
  }),
  command({
    name: ['account', 'agent-delete'],
    summary: 'Set whether agent keys may delete messages.',
    flags: { challenge: challengeFlag },
    arguments: { state: onOffWord('on allows it, off forbids it.') },
    examples: [{ command: 'agentmail account agent-delete off', about: 'takes effect on the next request' }],
    endpoint: async () => (await import('../../shared/contract/account-policy.ts')).setAgentDeletePolicy,
    request: ({ state }) => ({
      body: { enabled: state },
    }),
    proof: { scope: 'account_policy_loosen' },
    view: recordView,
  }),
  command({
    name: ['account', 'link-check'],
    summary: 'Accept the terms of the link check.',
    arguments: { version: word('VERSION', 'Version of the terms.') },
    examples: [{ command: 'agentmail account link-check v2', about: 'accept the current version' }],
    endpoint: async () => (await import('../../shared/contract/account-life.ts')).acceptUrlReputation,
    request: ({ version }) => ({ body: { accept_web_risk_version: version } }),
    view: recordView,
  }),
  command({
    name: ['account', 'delete'],
    summary: 'Delete the account.',
    description:
      'Its mailboxes and keys stop working immediately. Its data is erased after 30 days; until then the operator can restore it.',
    flags: { yes: yesFlag },
    arguments: { email: word('EMAIL', 'Sign-in address of the account, to confirm.') },
    examples: [
      {
        command: 'agentmail account delete ann@example.com',
        about: 'delete it; the operator can restore it for 30 days',
      },
    ],
    endpoints: async () => {
      const [{ deleteAccount }, { listMailboxes }, { listApiKeys }] = await Promise.all([
        import('../../shared/contract/account-life.ts'),
        import('../../shared/contract/mailboxes.ts'),
        import('../../shared/contract/keys.ts'),
      ]);
      return { deleteAccount, listMailboxes, listApiKeys };
    },
    run: async (context, { email, yes }, { deleteAccount, listMailboxes, listApiKeys }) => {
      const client = await context.client();
      await confirm(context, yes, async () => {
        const [{ mailboxes }, { keys }] = await Promise.all([
          client.call(listMailboxes, {}),
          client.call(listApiKeys, {}),
        ]);
        const active = keys.filter(({ status }) => status === 'active').length;
        const ends = `${counted(mailboxes.length, 'mailbox', 'mailboxes')} and ${counted(active, 'key')}`;
        return `Delete the account ${email}? ${ends} stop working immediately. All its mail is erased after 30 days.`;
      });
      const deleted = await client.call(deleteAccount, { body: { confirm_email: email } });
      context.say(`The operator can restore it within 30 days: agentmail operator accounts restore ${email}`);
      return result(deleted, recordView);
    },
  }),
];
