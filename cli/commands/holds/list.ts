import { command, flag, result } from '../../command.ts';
import { given } from '../../given.ts';
import { holdList } from '../../views/access.ts';

export const holdsList = command({
  name: ['holds', 'list'],
  summary: 'List legal holds.',
  flags: { released: flag('--released', 'Include released holds.') },
  arguments: {},
  examples: [{ command: 'agentmail holds list --released', about: 'include released holds' }],
  endpoints: async () => {
    const { listLegalHolds } = await import('../../../shared/contract/legal-holds.ts');
    return { listLegalHolds };
  },
  run: async (context, { released }, { listLegalHolds }) => {
    const client = await context.client();
    const query = given({ include_released: released || undefined });
    return result(await client.call(listLegalHolds, { query }), holdList);
  },
});
