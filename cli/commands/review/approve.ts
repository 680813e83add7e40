import { command, result } from '../../command.ts';
import { decide, decisionFlags, heldArgument } from '../../reviewing/decide.ts';
import { loadQueueEndpoints } from '../../reviewing/queue.ts';
import { decided } from '../../views/review.ts';

export const reviewApprove = command({
  name: ['review', 'approve'],
  summary: 'Approve a message that waits for review, and send it.',
  flags: decisionFlags,
  arguments: { message: heldArgument },
  examples: [{ command: 'agentmail review approve 4f1c9a22', about: 'it goes out now' }],
  endpoints: async () => {
    const [{ approveMessage }, queue] = await Promise.all([
      import('../../../shared/contract/review.ts'),
      loadQueueEndpoints(),
    ]);
    return { approveMessage, ...queue };
  },
  run: async (context, input, endpoints) =>
    result(await decide(context, input, 'pending_review', endpoints.approveMessage, endpoints), decided),
});
