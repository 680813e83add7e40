import { command, integer, optionalWord } from '../../command.ts';
import { deliveryLine } from '../../views/events.ts';

const MOST_DELIVERIES = 1_000_000;

export const webhooksTail = command({
  name: ['webhooks', 'tail'],
  summary: 'Show deliveries as their attempts end, and why one failed, until Ctrl-C.',
  flags: { count: integer('-n, --count <N>', 'End after so many lines.', 1, MOST_DELIVERIES) },
  arguments: { webhook: optionalWord('WEBHOOK', 'Its id. Default: all webhooks of the account.') },
  examples: [
    {
      command: 'agentmail webhooks tail',
      about: 'then, in another terminal: agentmail trigger webhook.test',
    },
    {
      command: 'agentmail webhooks tail | jq \'select(.status == "abandoned")\'',
      about: 'one JSON line for each attempt',
    },
  ],
  stream: true,
  endpoints: async () => {
    const { streamDeliveries } = await import('../../../shared/contract/event-stream.ts');
    return { streamDeliveries };
  },
  run: async (context, { webhook, count }, { streamDeliveries }) => {
    const { followDeliveries } = await import('../../events/follow-deliveries.ts');
    let seen = 0;
    for await (const delivery of followDeliveries(context, webhook, streamDeliveries)) {
      await context.emit(delivery, deliveryLine);
      seen += 1;
      if (seen === count) break;
    }
    return 'ok';
  },
});
