import { command, result, word } from '../../command.ts';
import { recordView } from '../../views/record.ts';

export const holdsShow = command({
  name: ['holds', 'show'],
  summary: 'Show one legal hold.',
  flags: {},
  arguments: { id: word('HOLD_ID', 'Id of the hold.') },
  examples: [
    {
      command: 'agentmail holds show 0196f0c2-5d1e-7c3a-9b55-0d6f1f0a4c11',
      about: 'who applied it and when',
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
