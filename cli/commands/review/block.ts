import { command } from '../../command.ts';
import { decide, decisionFlags, heldArguments } from '../../reviewing/decide.ts';
import { loadQueueEndpoints } from '../../reviewing/queue.ts';
import { decided } from '../../views/review.ts';

export const reviewBlock = command({
  name: ['review', 'block'],
  summary: 'Block quarantined messages permanently.',
  flags: decisionFlags,
  arguments: { messages: heldArguments },
  examples: [
    {
      command: 'agentmail review block 4f1c9a22 --reason phishing',
      about: 'keep it from ever being read or sent',
    },
  ],
  endpoints: async () => {
    const [{ blockMessage }, queue] = await Promise.all([
      import('../../../shared/contract/review.ts'),
      loadQueueEndpoints(),
    ]);
    return { blockMessage, ...queue };
  },
  run: async (context, input, endpoints) =>
    decide(context, input, {
      state: 'quarantined',
      endpoint: endpoints.blockMessage,
      view: decided,
      lookup: endpoints,
    }),
});
