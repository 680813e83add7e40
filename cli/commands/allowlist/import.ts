import { command } from '../../command.ts';
import { importArguments, importFlags } from '../../importing/flags.ts';
import { chooseMailbox, mailboxFlag } from '../../mailbox.ts';

export const allowlistImport = command({
  name: ['allowlist', 'import'],
  summary: 'Import recipients from a file into the allowlist of a mailbox.',
  flags: { mailbox: mailboxFlag, ...importFlags },
  arguments: importArguments,
  examples: [
    {
      command: 'agentmail allowlist import customers.csv --dry-run',
      about: 'check the file without importing it',
    },
    { command: 'agentmail allowlist import customers.csv --resume', about: 'continue after an interruption' },
  ],
  endpoints: async () => {
    const [{ addAllowlistEntries }, { listMailboxes }] = await Promise.all([
      import('../../../shared/contract/recipient-lists.ts'),
      import('../../../shared/contract/mailboxes.ts'),
    ]);
    const { loadBudget } = await import('../../importing/budget.ts');
    return { addAllowlistEntries, listMailboxes, ...(await loadBudget()) };
  },
  run: async (context, input, { addAllowlistEntries, listMailboxes, ...budget }) => {
    // A dry run needs no daemon.
    const mailboxId = input.dryRun ? '' : await chooseMailbox(context, input.mailbox, listMailboxes);
    const { importFile } = await import('../../importing/import.ts');
    const addMany = async (emails: string[]) => {
      const client = await context.client();
      return client.call(addAllowlistEntries, { params: { mailboxId }, body: { emails } });
    };
    return importFile(context, input, { list: ['allowlist', mailboxId], addMany, budget });
  },
});
