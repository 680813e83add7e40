import { LIMITS } from '../../../shared/contract/limits.ts';
import { command, hidden, result } from '../../command.ts';
import { assertExclusive } from '../../exclusive.ts';
import { given } from '../../given.ts';
import { webhookWord } from '../../known-ids.ts';
import { cursorFlag, limitFlag } from '../../pages.ts';
import { deliveryList } from '../../views/webhooks.ts';

export const webhooksDeliveries = command({
  name: ['webhooks', 'deliveries'],
  summary: "List a webhook's deliveries of the last 30 days, newest first.",
  flags: {
    limit: limitFlag(LIMITS.deliveryPage),
    cursor: cursorFlag,
    beforeAt: hidden('--before-at <TIME>'),
    beforeId: hidden('--before-id <ID>'),
  },
  arguments: { webhook: webhookWord },
  examples: [
    {
      command: 'agentmail webhooks deliveries 1f0a4c11',
      about: 'find out what failed, and why',
    },
  ],
  endpoints: async () => {
    const { listDeliveries } = await import('../../../shared/contract/webhooks.ts');
    return { listDeliveries };
  },
  run: async (context, input, { listDeliveries }) => {
    const { limit, cursor } = input;
    assertExclusive({
      '--cursor': cursor !== undefined,
      '--before-at': input.beforeAt !== undefined || input.beforeId !== undefined,
    });
    // A page ends with two values; the list shows them as one cursor.
    const [beforeAt = input.beforeAt, beforeId = input.beforeId] = cursor?.split(',') ?? [];
    const query = given({ limit, before_at: beforeAt, before_id: beforeId });
    const client = await context.client();
    return result(await client.call(listDeliveries, { params: { id: input.webhook }, query }), deliveryList);
  },
});
