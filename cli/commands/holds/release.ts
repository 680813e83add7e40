import { command, requiredText, result } from '../../command.ts';
import { holdWord } from '../../known-ids.ts';
import { recordView } from '../../views/record.ts';

export const holdsRelease = command({
  name: ['holds', 'release'],
  summary: 'Release a legal hold.',
  flags: { reason: requiredText('--reason <TEXT>', 'Reason for the release.') },
  arguments: { id: holdWord },
  examples: [
    {
      command: 'agentmail holds release 1f0a4c11 --reason settled',
      about: 'release it permanently',
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
