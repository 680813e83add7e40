import { command, result, text } from '../../command.ts';
import { exportedAccount } from '../../views/account.ts';

export const accountExport = command({
  name: ['account', 'export'],
  summary: 'Print everything that the account holds as JSON, or keep it in a file.',
  flags: { output: text('-o, --output <FILE>', 'Write it to this file, readable by you only.') },
  arguments: {},
  examples: [
    { command: 'agentmail account export > account.json', about: 'without secrets' },
    { command: 'agentmail account export --output account.json', about: 'the same, in a private file' },
  ],
  endpoints: async () => {
    const { exportAccount } = await import('../../../shared/contract/account-life.ts');
    return { exportAccount };
  },
  run: async (context, { output }, { exportAccount }) => {
    const client = await context.client();
    const response = await client.open(exportAccount, {});
    if (output === undefined) {
      context.raw(await response.text());
      return 'ok' as const;
    }
    const { writeStream } = await import('../../home/write-stream.ts');
    return result({ file: output, bytes: await writeStream(output, response) }, exportedAccount);
  },
});
