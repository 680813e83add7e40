import { command, renamed, requiredText, result, text } from '../../command.ts';
import { given } from '../../given.ts';
import { mailboxIds, mailboxWord } from '../../mailbox.ts';
import { recordView } from '../../views/record.ts';

export const holdsApply = command({
  name: ['holds', 'apply'],
  summary: 'Keep messages from being deleted.',
  flags: {
    reason: requiredText('--reason <TEXT>', 'Why.'),
    mailbox: renamed(text('-m, --mailbox <MAILBOX>', 'Only of this mailbox.'), {
      flags: '--mailbox-id <ID>',
    }),
    reference: text('--case <TEXT>', 'Reference of the case.'),
  },
  arguments: { word: mailboxWord },
  examples: [
    { command: 'agentmail holds apply --reason dispute', about: 'of the whole account' },
    { command: 'agentmail holds apply support --reason dispute', about: 'of one mailbox' },
  ],
  endpoints: async () => {
    const [{ applyLegalHold }, { listMailboxes }] = await Promise.all([
      import('../../../shared/contract/legal-holds.ts'),
      import('../../../shared/contract/mailboxes.ts'),
    ]);
    return { applyLegalHold, listMailboxes };
  },
  run: async (context, { reason, mailbox, reference }, { applyLegalHold, listMailboxes }) => {
    const [id] = mailbox === undefined ? [] : await mailboxIds(context, [mailbox], listMailboxes);
    const client = await context.client();
    return result(
      await client.call(applyLegalHold, {
        body: {
          scope: id === undefined ? ('account' as const) : ('mailbox' as const),
          reason,
          ...given({ mailbox_id: id, case_reference: reference }),
        },
      }),
      recordView,
    );
  },
});
