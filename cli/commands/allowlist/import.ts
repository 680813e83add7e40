import { command } from '../../command.ts';
import { importArguments, importFlags } from '../../importing/flags.ts';
import { chooseMailbox, mailboxFlag } from '../../mailbox.ts';

export const allowlistImport = command({
  name: ['allowlist', 'import'],
  summary: 'Approve all recipients of a file.',
  flags: { mailbox: mailboxFlag, ...importFlags },
  arguments: importArguments,
  examples: [
    {
      command: 'agentmail allowlist import customers.csv --dry-run',
      about: 'what is in it, and what is wrong',
    },
    { command: 'agentmail allowlist import customers.csv --resume', about: 'the rest, an hour later' },
  ],
  endpoints: async () => {
    const [{ addAllowlistEntries }, { listMailboxes }] = await Promise.all([
      import('../../../shared/contract/recipient-lists.ts'),
      import('../../../shared/contract/mailboxes.ts'),
    ]);
    return { addAllowlistEntries, listMailboxes };
  },
  run: async (context, input, { addAllowlistEntries, listMailboxes }) => {
    // A dry run needs no daemon.
    const mailboxId = input.dryRun ? '' : await chooseMailbox(context, input.mailbox, listMailboxes);
    const { importFile } = await import('../../importing/import.ts');
    return importFile(context, input, ['allowlist', mailboxId], async (emails) => {
      const client = await context.client();
      return client.call(addAllowlistEntries, { params: { mailboxId }, body: { emails } });
    });
  },
});
