import { choice, command, result, text } from '../../command.ts';
import { UsageError } from '../../errors.ts';
import { exportedAccount } from '../../views/account.ts';
import { megabytes } from '../../views/daemon.ts';

export const accountExport = command({
  name: ['account', 'export'],
  summary: 'Export the account as JSON, or its mail as mbox.',
  description:
    'JSON is the account as the API shows it, without secrets. --format mbox is all mail with attachments and drafts, oldest\n' +
    'first, for other mail programs (mboxrd). It needs the operator token of this machine, because raw mail shows what redaction\n' +
    'and quarantine hide. Sent mail is rebuilt from its parts, without a DKIM signature.',
  flags: {
    format: choice('--format <FORMAT>', 'Export format. Default: json.', ['json', 'mbox']),
    output: text('-o, --output <FILE>', 'Write to this file, readable only by you.'),
  },
  arguments: {},
  examples: [
    { command: 'agentmail account export > account.json', about: 'export the account without secrets' },
    { command: 'agentmail account export --output account.json', about: 'write it to a private file' },
    {
      command: 'agentmail account export --format mbox -o mail.mbox',
      about: 'export all mail for a mail program',
    },
  ],
  endpoints: async () => {
    const [{ exportAccount }, { exportMbox }, { getAccount }] = await Promise.all([
      import('../../../shared/contract/account-life.ts'),
      import('../../../shared/contract/raw-mail.ts'),
      import('../../../shared/contract/accounts.ts'),
    ]);
    return { exportAccount, exportMbox, getAccount };
  },
  run: async (context, { format, output }, { exportAccount, exportMbox, getAccount }) => {
    const isMbox = format === 'mbox';
    if (isMbox && output === undefined && context.world.stdout.isTTY)
      throw new UsageError("An mbox can't be printed at a terminal.", 'choose a file with --output');
    const client = await context.client();
    const open = async () => {
      if (!isMbox) return client.open(exportAccount, {});
      const { account_id: id } = await client.call(getAccount, {});
      return client.open(exportMbox, { params: { id } });
    };
    const response = await open();
    const { writeStream, writeToStdout } = await import('../../home/write-stream.ts');
    if (output === undefined) {
      await writeToStdout(context, response);
      return 'ok' as const;
    }
    let written = 0;
    const end = await context.progress(() => `Exporting: ${megabytes(written)}`);
    try {
      const bytes = await writeStream(output, response, (so) => {
        written = so;
      });
      return result({ file: output, bytes }, exportedAccount);
    } finally {
      end();
    }
  },
});
