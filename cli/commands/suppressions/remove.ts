import { command, result, word } from '../../command.ts';
import { addressed } from '../../recipient.ts';

import { removedEntry } from '../../views/addresses.ts';

export const suppressionsRemove = command({
  name: ['suppressions', 'remove'],
  summary: 'Allow writing to a suppressed address again, unless it complained.',
  flags: {},
  arguments: { entry: addressed(word('ENTRY', 'The address or @domain, as the list shows it.')) },
  examples: [{ command: 'agentmail suppressions remove ann@example.com', about: 'she writes again' }],
  endpoints: async () => {
    const { removeSuppression } = await import('../../../shared/contract/recipient-lists.ts');
    return { removeSuppression };
  },
  run: async (context, input, { removeSuppression }) => {
    const client = await context.client();

    return result(await client.call(removeSuppression, { params: { email: input.entry } }), removedEntry);
  },
});
