import { command, result, word } from '../../command.ts';
import { addressed } from '../../recipient.ts';

import { removedEntry } from '../../views/addresses.ts';

export const suppressionsRemove = command({
  name: ['suppressions', 'remove'],
  summary: 'Remove an entry from the suppression list, unless it is a complaint.',
  flags: {},
  arguments: { entry: addressed(word('ENTRY', 'Address or @domain, as listed.')) },
  examples: [
    { command: 'agentmail suppressions remove ann@example.com', about: 'write to the recipient again' },
  ],
  endpoints: async () => {
    const { removeSuppression } = await import('../../../shared/contract/recipient-lists.ts');
    return { removeSuppression };
  },
  run: async (context, input, { removeSuppression }) => {
    const client = await context.client();

    return result(await client.call(removeSuppression, { params: { email: input.entry } }), removedEntry);
  },
});
