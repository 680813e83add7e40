import { command, result, word } from '../../command.ts';
import { confirm, counted, yesFlag } from '../../confirm.ts';
import { recordView } from '../../views/record.ts';

export const accountDelete = command({
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
      import('../../../shared/contract/account-life.ts'),
      import('../../../shared/contract/mailboxes.ts'),
      import('../../../shared/contract/keys.ts'),
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
});
