import { command, requiredText, result, text } from '../../command.ts';
import { given } from '../../given.ts';
import { recordView } from '../../views/record.ts';

export const holdsApply = command({
  name: ['holds', 'apply'],
  summary: 'Keep messages from being deleted.',
  flags: {
    reason: requiredText('--reason <TEXT>', 'Why.'),
    mailbox: text('--mailbox-id <ID>', 'Only of this mailbox.'),
    reference: text('--case <TEXT>', 'Reference of the case.'),
  },
  arguments: {},
  examples: [{ command: 'agentmail holds apply --reason dispute', about: 'of the whole account' }],
  endpoints: async () => {
    const { applyLegalHold } = await import('../../../shared/contract/legal-holds.ts');
    return { applyLegalHold };
  },
  run: async (context, { reason, mailbox, reference }, { applyLegalHold }) => {
    const client = await context.client();
    return result(
      await client.call(applyLegalHold, {
        body: {
          scope: mailbox === undefined ? ('account' as const) : ('mailbox' as const),
          reason,
          ...given({ mailbox_id: mailbox, case_reference: reference }),
        },
      }),
      recordView,
    );
  },
});
