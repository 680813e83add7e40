import { command, result } from '../../command.ts';
import { decide, decisionFlags, heldArgument } from '../../reviewing/decide.ts';
import { loadQueueEndpoints } from '../../reviewing/queue.ts';
import { decided } from '../../views/review.ts';

export const reviewRelease = command({
  name: ['review', 'release'],
  summary: 'Let a quarantined message go: readable when it came in, sent when it goes out.',
  flags: decisionFlags,
  arguments: { message: heldArgument },
  examples: [{ command: 'agentmail review release 4f1c9a22', about: 'a false alarm' }],
  endpoints: async () => {
    const [{ releaseMessage }, queue] = await Promise.all([
      import('../../../shared/contract/review.ts'),
      loadQueueEndpoints(),
    ]);
    return { releaseMessage, ...queue };
  },
  run: async (context, input, endpoints) =>
    result(await decide(context, input, 'quarantined', endpoints.releaseMessage, endpoints), decided),
});
