import { command } from '../../command.ts';
import { importArguments, importFlags } from '../../importing/flags.ts';

export const suppressionsImport = command({
  name: ['suppressions', 'import'],
  summary: 'Add all addresses and domains in a file to the suppression list.',
  flags: importFlags,
  arguments: importArguments,
  examples: [
    {
      command: 'agentmail suppressions import unsubscribed.csv',
      about: 'import a list from another mail service',
    },
  ],
  endpoints: async () => {
    const { addSuppressions } = await import('../../../shared/contract/recipient-lists.ts');
    const { loadBudget } = await import('../../importing/budget.ts');
    return { addSuppressions, ...(await loadBudget()) };
  },
  run: async (context, input, { addSuppressions, ...budget }) => {
    const { importFile } = await import('../../importing/import.ts');
    const addMany = async (emails: string[]) => {
      const client = await context.client();
      return client.call(addSuppressions, { body: { emails } });
    };
    return importFile(context, input, { list: ['suppressions'], addMany, budget });
  },
});
