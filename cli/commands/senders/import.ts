import { memberOf } from '../../choices.ts';
import { command, requiredText } from '../../command.ts';
import { assertGoesWith } from '../../exclusive.ts';
import { importArguments, importFlags } from '../../importing/flags.ts';
import { chooseMailbox, mailboxFlag } from '../../mailbox.ts';

const LISTS = ['blocked', 'allowed'] as const;

export const sendersImport = command({
  name: ['senders', 'import'],
  summary: 'Block all senders of a file, or let them write to a mailbox.',
  flags: {
    list: requiredText('--list <LIST>', 'blocked (of the account) or allowed (of a mailbox).'),
    mailbox: mailboxFlag,
    ...importFlags,
  },
  arguments: importArguments,
  examples: [
    { command: 'agentmail senders import spam.txt --list blocked', about: 'for all mailboxes' },
    { command: 'agentmail senders import staff.csv --list allowed -m support', about: 'for one mailbox' },
  ],
  endpoints: async () => {
    const [{ allowSenders, blockSenders }, { listMailboxes }] = await Promise.all([
      import('../../../shared/contract/sender-lists.ts'),
      import('../../../shared/contract/mailboxes.ts'),
    ]);
    return { allowSenders, blockSenders, listMailboxes };
  },
  run: async (context, input, { allowSenders, blockSenders, listMailboxes }) => {
    const { importFile } = await import('../../importing/import.ts');
    if (memberOf(LISTS, '--list', input.list) === 'blocked') {
      assertGoesWith('--list allowed', { '--mailbox': input.mailbox !== undefined });
      return importFile(context, input, ['senders', 'blocked'], async (emails) => {
        const client = await context.client();
        return client.call(blockSenders, { body: { emails } });
      });
    }
    // A dry run needs no daemon.
    const id = input.dryRun ? '' : await chooseMailbox(context, input.mailbox, listMailboxes);
    return importFile(context, input, ['senders', 'allowed', id], async (emails) => {
      const client = await context.client();
      return client.call(allowSenders, { params: { id }, body: { emails } });
    });
  },
});
