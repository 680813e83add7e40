import { command } from '../../command.ts';
import type { Context } from '../../context.ts';
import { deliveryFlags, deliveryQuery } from '../../events/flags.ts';
import { optionalWebhookWord } from '../../known-ids.ts';
import { deliveryLine } from '../../views/events.ts';

export const webhooksTail = command({
  name: ['webhooks', 'tail'],
  summary: 'Show delivery attempts as they finish, and why one failed, until Ctrl+C.',
  description:
    'On a terminal, the arrow keys or j and k select a delivery (by default the last failed one), d\n' +
    'shows its details, r retries it, q quits. After a lost connection, even a daemon restart, the\n' +
    'view resumes where it stopped.',
  flags: deliveryFlags,
  arguments: { webhook: optionalWebhookWord },
  examples: [
    {
      command: 'agentmail webhooks tail',
      about: 'watch; then, in another terminal: agentmail trigger webhook.test',
    },
    {
      command: 'agentmail webhooks tail | jq \'select(.status == "abandoned")\'',
      about: 'print one line of JSON per attempt',
    },
  ],
  stream: true,
  endpoints: async () => {
    const { streamDeliveries } = await import('../../../shared/contract/event-stream.ts');
    const { retryDelivery } = await import('../../../shared/contract/webhooks.ts');
    return { streamDeliveries, retryDelivery };
  },
  run: async (context, { webhook, since, count }, endpoints) => {
    const query = deliveryQuery({ webhook, since });
    if (count === undefined && hasKeys(context)) {
      const { watchDeliveries } = await import('../../tui/webhook-tail/watch.ts');
      await watchDeliveries(context, query, endpoints);
      return 'ok';
    }
    const { followDeliveries } = await import('../../events/follow.ts');
    let seen = 0;
    for await (const delivery of followDeliveries(context, query, endpoints.streamDeliveries)) {
      await context.emit(delivery, deliveryLine);
      seen += 1;
      if (seen === count) break;
    }
    return 'ok';
  },
});

/** Whether a person is at a terminal with a screen. */
function hasKeys({ json, world: { stdin, stdout, env } }: Context): boolean {
  return !json && stdin.isTTY && stdin.keys !== undefined && stdout.isTTY && env.TERM !== 'dumb';
}
