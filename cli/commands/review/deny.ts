import { command, result } from '../../command.ts';
import { decide, decisionFlags, heldArgument } from '../../reviewing/decide.ts';
import { loadQueueEndpoints } from '../../reviewing/queue.ts';
import { decided } from '../../views/review.ts';

export const reviewDeny = command({
  name: ['review', 'deny'],
  summary: 'Deny a message that waits for review; it is never sent.',
  flags: decisionFlags,
  arguments: { message: heldArgument },
  examples: [
    { command: "agentmail review deny 4f1c9a22 --reason 'wrong customer'", about: 'its charge comes back' },
  ],
  endpoints: async () => {
    const [{ denyMessage }, queue] = await Promise.all([
      import('../../../shared/contract/review.ts'),
      loadQueueEndpoints(),
    ]);
    return { denyMessage, ...queue };
  },
  run: async (context, input, endpoints) =>
    result(await decide(context, input, 'pending_review', endpoints.denyMessage, endpoints), decided),
});
