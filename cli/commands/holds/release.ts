import { command, requiredText, result, word } from '../../command.ts';
import { recordView } from '../../views/record.ts';

export const holdsRelease = command({
  name: ['holds', 'release'],
  summary: 'End a legal hold.',
  flags: { reason: requiredText('--reason <TEXT>', 'Why.') },
  arguments: { id: word('HOLD_ID', 'Id of the hold.') },
  examples: [
    {
      command: 'agentmail holds release 0196f0c2-5d1e-7c3a-9b55-0d6f1f0a4c11 --reason settled',
      about: 'for good',
    },
  ],
  endpoints: async () => {
    const { releaseLegalHold } = await import('../../../shared/contract/legal-holds.ts');
    return { releaseLegalHold };
  },
  run: async (context, { id, reason }, { releaseLegalHold }) => {
    const client = await context.client();
    return result(
      await client.call(releaseLegalHold, { params: { id }, body: { release_reason: reason } }),
      recordView,
    );
  },
});
