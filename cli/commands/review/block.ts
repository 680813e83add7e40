import { command, result } from '../../command.ts';
import { decide, decisionFlags, heldArgument } from '../../reviewing/decide.ts';
import { loadQueueEndpoints } from '../../reviewing/queue.ts';
import { decided } from '../../views/review.ts';

export const reviewBlock = command({
  name: ['review', 'block'],
  summary: 'Block a quarantined message for good.',
  flags: decisionFlags,
  arguments: { message: heldArgument },
  examples: [
    { command: 'agentmail review block 4f1c9a22 --reason phishing', about: 'nobody reads or sends it' },
  ],
  endpoints: async () => {
    const [{ blockMessage }, queue] = await Promise.all([
      import('../../../shared/contract/review.ts'),
      loadQueueEndpoints(),
    ]);
    return { blockMessage, ...queue };
  },
  run: async (context, input, endpoints) =>
    result(await decide(context, input, 'quarantined', endpoints.blockMessage, endpoints), decided),
});
