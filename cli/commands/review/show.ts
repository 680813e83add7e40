import { command, result } from '../../command.ts';
import { mailboxFlag } from '../../mailbox.ts';
import { heldArgument } from '../../reviewing/decide.ts';
import { chooseHeld, loadQueueEndpoints } from '../../reviewing/queue.ts';
import { heldView } from '../../views/review.ts';

export const reviewShow = command({
  name: ['review', 'show'],
  summary: 'Show a held message with why it is held.',
  flags: { mailbox: mailboxFlag },
  arguments: { message: heldArgument },
  examples: [{ command: 'agentmail review show 4f1c9a22', about: 'before you decide' }],
  endpoints: async () => {
    const [{ getMessage }, queue] = await Promise.all([
      import('../../../shared/contract/reading.ts'),
      loadQueueEndpoints(),
    ]);
    return { getMessage, ...queue };
  },
  run: async (context, { message, mailbox }, endpoints) => {
    const id = await chooseHeld(context, message, { mailbox }, endpoints);
    const client = await context.client();
    return result(await client.call(endpoints.getMessage, { params: { id }, query: {} }), heldView);
  },
});
