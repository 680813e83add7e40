import { command } from '../../command.ts';
import { importArguments, importFile, importFlags } from '../../importing/import.ts';

export const suppressionsImport = command({
  name: ['suppressions', 'import'],
  summary: 'Never write again to all addresses and domains of a file.',
  flags: importFlags,
  arguments: importArguments,
  examples: [
    { command: 'agentmail suppressions import unsubscribed.csv', about: 'from another mail service' },
  ],
  endpoints: async () => {
    const { addSuppressions } = await import('../../../shared/contract/recipient-lists.ts');
    return { addSuppressions };
  },
  run: (context, input, { addSuppressions }) =>
    importFile(context, input, ['suppressions'], async (emails) => {
      const client = await context.client();
      return client.call(addSuppressions, { body: { emails } });
    }),
});
