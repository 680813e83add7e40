import { pageFlags, pageQuery } from '../../addresses.ts';
import { oneOf } from '../../choices.ts';
import { command, result, text } from '../../command.ts';

import { suppressionsView } from '../../views/addresses.ts';

export const suppressionsList = command({
  name: ['suppressions', 'list'],
  summary: 'List whom the account never writes to.',
  flags: { reason: text('--reason <REASON>', 'Only this reason, as hard_bounce or manual.'), ...pageFlags },
  arguments: {},
  examples: [{ command: 'agentmail suppressions list --reason complaint', about: 'who complained' }],
  endpoints: async () => {
    const { listSuppressions } = await import('../../../shared/contract/recipient-lists.ts');
    return { listSuppressions };
  },
  run: async (context, input, { listSuppressions }) => {
    const client = await context.client();
    const { suppressionReason } = await import('../../../shared/contract/recipient-lists.ts');
    const query = {
      ...pageQuery(input),
      ...(input.reason === undefined ? {} : { reason: oneOf(suppressionReason, '--reason', input.reason) }),
    };
    return result(await client.call(listSuppressions, { query }), suppressionsView);
  },
});
