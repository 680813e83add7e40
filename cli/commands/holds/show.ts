import { command, result } from '../../command.ts';
import { holdWord } from '../../known-ids.ts';
import { recordView } from '../../views/record.ts';

export const holdsShow = command({
  name: ['holds', 'show'],
  summary: 'Show a legal hold.',
  flags: {},
  arguments: { id: holdWord },
  examples: [
    {
      command: 'agentmail holds show 1f0a4c11',
      about: 'show who applied it and when',
    },
  ],
  endpoints: async () => {
    const { getLegalHold } = await import('../../../shared/contract/legal-holds.ts');
    return { getLegalHold };
  },
  run: async (context, { id }, { getLegalHold }) => {
    const client = await context.client();
    return result(await client.call(getLegalHold, { params: { id } }), recordView);
  },
});
