import { command } from '../../command.ts';
import { importArguments, importFlags } from '../../importing/flags.ts';

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
  run: async (context, input, { addSuppressions }) => {
    const { importFile } = await import('../../importing/import.ts');
    return importFile(context, input, ['suppressions'], async (emails) => {
      const client = await context.client();
      return client.call(addSuppressions, { body: { emails } });
    });
  },
});
