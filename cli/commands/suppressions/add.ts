import { addAddresses, addressArguments, addressFileFlag } from '../../addresses.ts';
import { command, result } from '../../command.ts';

import { addedEntry } from '../../views/addresses.ts';

export const suppressionsAdd = command({
  name: ['suppressions', 'add'],
  summary: 'Add addresses or domains to the suppression list.',
  flags: { file: addressFileFlag },
  arguments: addressArguments,
  examples: [
    { command: 'agentmail suppressions add ann@example.com', about: 'stop writing to someone who opted out' },
  ],
  endpoints: async () => {
    const { addSuppression, addSuppressions } = await import('../../../shared/contract/recipient-lists.ts');
    return { addSuppression, addSuppressions };
  },
  run: async (context, input, { addSuppression, addSuppressions }) => {
    const client = await context.client();
    return addAddresses(
      context,
      input,
      async (email) => result(await client.call(addSuppression, { body: { email } }), addedEntry),
      (emails) => client.call(addSuppressions, { body: { emails: [...emails] } }),
    );
  },
});
