import { command, renamed, requiredText, result, text } from '../../command.ts';
import { given } from '../../given.ts';
import { mailboxIds, mailboxWord } from '../../mailbox.ts';
import { recordView } from '../../views/record.ts';

export const holdsApply = command({
  name: ['holds', 'apply'],
  summary: 'Apply a legal hold, which keeps messages from being deleted.',
  flags: {
    reason: requiredText('--reason <TEXT>', 'Reason for the hold.'),
    mailbox: renamed(text('-m, --mailbox <MAILBOX>', 'Hold only this mailbox.'), {
      flags: '--mailbox-id <ID>',
    }),
    reference: text('--case <TEXT>', 'Case reference.'),
  },
  arguments: { word: mailboxWord },
  examples: [
    { command: 'agentmail holds apply --reason dispute', about: 'hold the whole account' },
    { command: 'agentmail holds apply support --reason dispute', about: 'hold one mailbox' },
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
