import { TESTABLE_EVENTS } from '../../shared/contract/values.ts';
import { command, result } from '../command.ts';
import { UsageError } from '../errors.ts';
import { webhookFlag } from '../input/lookups/known-ids.ts';
import { mailboxFlag } from '../input/lookups/mailbox.ts';
import { memberOf } from '../input/options/input.ts';
import { word } from '../input/options/kinds.ts';
import { triggeredView } from '../output/views/events.ts';

export const trigger = command({
  name: ['trigger'],
  summary: 'Trigger an event to test a webhook.',
  description:
    'The event really happens: a message is sent within the daemon, or an address is suppressed and\n' +
    "removed again. With --webhook, only that webhook gets a sample event, even one that it doesn't\n" +
    'subscribe to.',
  flags: {
    mailbox: mailboxFlag,
    webhook: webhookFlag('--webhook <WEBHOOK>', 'Send only a sample event to this webhook.'),
  },
  arguments: {
    event: word(
      'EVENT',
      'Event, such as message.received, message.bounced, recipient_blocklist.added or webhook.test.',
    ),
  },
  examples: [
    { command: 'agentmail trigger message.received', about: 'send a message from the mailbox to itself' },
    {
      command: 'agentmail trigger message.bounced --webhook 1f0a4c11',
      about: 'send sample values to one webhook',
    },
  ],
  codes: ['NO_WEBHOOK'],
  endpoints: async () => {
    const [{ listMailboxes }, { send }, { reportBounce }, recipients, senders, webhooks] = await Promise.all([
      import('../../shared/contract/mailboxes.ts'),
      import('../../shared/contract/sending.ts'),
      import('../../shared/contract/delivery-reports.ts'),
      import('../../shared/contract/recipient-lists.ts'),
      import('../../shared/contract/sender-lists.ts'),
      import('../../shared/contract/webhooks.ts'),
    ]);
    const { addSuppression, removeSuppression } = recipients;
    const { blockSender, unblockSender } = senders;
    const { listWebhooks, testWebhook } = webhooks;
    return {
      ...{ listMailboxes, send, reportBounce, listWebhooks, testWebhook },
      ...{ addSuppression, removeSuppression, blockSender, unblockSender },
    };
  },
  run: async (context, { event, mailbox, webhook }, endpoints) => {
    if (webhook !== undefined) {
      const body = event === 'webhook.test' ? {} : { event: memberOf(TESTABLE_EVENTS, 'EVENT', event) };
      const client = await context.client();
      const { delivery_id } = await client.call(endpoints.testWebhook, { params: { id: webhook }, body });
      return result({ event, by: `delivery ${delivery_id}` }, triggeredView);
    }
    const { RECIPES } = await import('../tasks/events/recipes.ts');
    const recipe = Object.hasOwn(RECIPES, event) ? RECIPES[event] : undefined;
    if (!recipe)
      throw new UsageError(`Unknown event "${event}". Choose one of: ${Object.keys(RECIPES).join(', ')}.`);
    return result({ event, by: await recipe({ context, endpoints, mailbox }) }, triggeredView);
  },
});
