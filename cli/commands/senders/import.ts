import { choice, command } from '../../command.ts';
import { assertGoesWith } from '../../exclusive.ts';
import { importArguments, importFlags } from '../../importing/flags.ts';
import { chooseMailbox, mailboxFlag } from '../../mailbox.ts';

const LISTS = ['blocked', 'allowed'] as const;

export const sendersImport = command({
  name: ['senders', 'import'],
  summary: 'Block or allow all senders in a file.',
  flags: {
    list: {
      ...choice('--list <LIST>', "The account's blocklist, or a mailbox's allowlist.", LISTS),
      required: true,
    },
    mailbox: mailboxFlag,
    ...importFlags,
  },
  arguments: importArguments,
  examples: [
    { command: 'agentmail senders import spam.txt --list blocked', about: 'block senders in all mailboxes' },
    {
      command: 'agentmail senders import staff.csv --list allowed -m support',
      about: 'allow senders in one mailbox',
    },
  ],
  endpoints: async () => {
    const [{ allowSenders, blockSenders }, { listMailboxes }] = await Promise.all([
      import('../../../shared/contract/sender-lists.ts'),
      import('../../../shared/contract/mailboxes.ts'),
    ]);
    const { loadBudget } = await import('../../importing/budget.ts');
    return { allowSenders, blockSenders, listMailboxes, ...(await loadBudget()) };
  },
  run: async (context, input, { allowSenders, blockSenders, listMailboxes, ...budget }) => {
    const { importFile } = await import('../../importing/import.ts');
    if (input.list === 'blocked') {
      assertGoesWith('--list allowed', { '--mailbox': input.mailbox !== undefined });
      const addMany = async (emails: string[]) => {
        const client = await context.client();
        return client.call(blockSenders, { body: { emails } });
      };
      return importFile(context, input, { list: ['senders', 'blocked'], addMany, budget });
    }
    // A dry run needs no daemon.
    const id = input.dryRun ? '' : await chooseMailbox(context, input.mailbox, listMailboxes);
    const addMany = async (emails: string[]) => {
      const client = await context.client();
      return client.call(allowSenders, { params: { id }, body: { emails } });
    };
    return importFile(context, input, { list: ['senders', 'allowed', id], addMany, budget });
  },
});
