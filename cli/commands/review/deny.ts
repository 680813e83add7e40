import { command } from '../../command.ts';
import { decide, decisionFlags, heldArguments } from '../../reviewing/decide.ts';
import { loadQueueEndpoints } from '../../reviewing/queue.ts';
import { decided } from '../../views/review.ts';

export const reviewDeny = command({
  name: ['review', 'deny'],
  summary: 'Deny messages that wait for review; they are never sent.',
  flags: decisionFlags,
  arguments: { messages: heldArguments },
  examples: [
    {
      command: "agentmail review deny 4f1c9a22 --reason 'wrong customer'",
      about: 'deny it and refund its charge',
    },
  ],
  endpoints: async () => {
    const [{ denyMessage }, queue] = await Promise.all([
      import('../../../shared/contract/review.ts'),
      loadQueueEndpoints(),
    ]);
    return { denyMessage, ...queue };
  },
  run: async (context, input, endpoints) =>
    decide(context, input, {
      state: 'pending_review',
      endpoint: endpoints.denyMessage,
      view: decided,
      lookup: endpoints,
    }),
});
