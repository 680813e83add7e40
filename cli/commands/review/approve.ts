import { command } from '../../command.ts';
import { decide, decisionFlags, heldArguments } from '../../reviewing/decide.ts';
import { loadQueueEndpoints } from '../../reviewing/queue.ts';
import { decided } from '../../views/review.ts';

export const reviewApprove = command({
  name: ['review', 'approve'],
  summary: 'Approve messages that wait for review, and send them.',
  flags: decisionFlags,
  arguments: { messages: heldArguments },
  examples: [
    { command: 'agentmail review approve 4f1c9a22', about: 'send it now' },
    {
      command: 'agentmail review approve 4f1c9a22 8b03d7e1',
      about: "approve both; a failure doesn't stop the others",
    },
  ],
  endpoints: async () => {
    const [{ approveMessage }, queue] = await Promise.all([
      import('../../../shared/contract/review.ts'),
      loadQueueEndpoints(),
    ]);
    return { approveMessage, ...queue };
  },
  run: async (context, input, endpoints) =>
    decide(context, input, {
      state: 'pending_review',
      endpoint: endpoints.approveMessage,
      view: decided,
      lookup: endpoints,
    }),
});
