import { command } from '../../command.ts';
import { decide, decisionFlags, heldArguments } from '../../reviewing/decide.ts';
import { loadQueueEndpoints } from '../../reviewing/queue.ts';
import { decided } from '../../views/review.ts';

export const reviewRelease = command({
  name: ['review', 'release'],
  summary: 'Release quarantined messages: inbound becomes readable, outbound is sent.',
  flags: decisionFlags,
  arguments: { messages: heldArguments },
  examples: [{ command: 'agentmail review release 4f1c9a22', about: 'release a false positive' }],
  endpoints: async () => {
    const [{ releaseMessage }, queue] = await Promise.all([
      import('../../../shared/contract/review.ts'),
      loadQueueEndpoints(),
    ]);
    return { releaseMessage, ...queue };
  },
  run: async (context, input, endpoints) =>
    decide(context, input, {
      state: 'quarantined',
      endpoint: endpoints.releaseMessage,
      view: decided,
      lookup: endpoints,
    }),
});
