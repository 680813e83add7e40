import { SUPPRESSION_REASONS } from '../../../shared/contract/values.ts';
import { pageFlags, pageQuery } from '../../addresses.ts';
import { choice, command, renamed, result } from '../../command.ts';
import { given } from '../../given.ts';

import { suppressionsView } from '../../views/addresses.ts';

export const suppressionsList = command({
  name: ['suppressions', 'list'],
  summary: 'List the addresses and domains on the suppression list.',
  flags: {
    kind: renamed(choice('--kind <KIND>', 'Only entries with this reason.', SUPPRESSION_REASONS), {
      flags: '--reason <REASON>',
    }),
    ...pageFlags,
  },
  arguments: {},
  examples: [
    { command: 'agentmail suppressions list --kind complaint', about: 'list the recipients who complained' },
  ],
  endpoints: async () => {
    const { listSuppressions } = await import('../../../shared/contract/recipient-lists.ts');
    return { listSuppressions };
  },
  run: async (context, input, { listSuppressions }) => {
    const client = await context.client();
    const query = {
      ...pageQuery(input),
      ...given({ reason: input.kind }),
    };
    return result(await client.call(listSuppressions, { query }), suppressionsView);
  },
});
