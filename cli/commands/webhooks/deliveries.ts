import { LIMITS } from '../../../shared/contract/limits.ts';
import { command, result, text, word } from '../../command.ts';
import { given } from '../../given.ts';
import { limitFlag } from '../../pages.ts';
import { deliveryList } from '../../views/webhooks.ts';

export const webhooksDeliveries = command({
  name: ['webhooks', 'deliveries'],
  summary: 'List what was delivered to a receiver in the last 30 days, newest first.',
  flags: {
    limit: limitFlag(LIMITS.deliveryPage),
    beforeAt: text('--before-at <TIMESTAMP>', 'Go on after an earlier page: its next_before_at.'),
    beforeId: text('--before-id <ID>', 'Go on after an earlier page: its next_before_id.'),
  },
  arguments: { webhook: word('WEBHOOK', 'Its id, as webhooks list shows it.') },
  examples: [
    {
      command: 'agentmail webhooks deliveries 0196f0c2-5d1e-7c3a-9b55-0d6f1f0a4c11',
      about: 'what failed, and why',
    },
  ],
  endpoints: async () => {
    const { listDeliveries } = await import('../../../shared/contract/webhooks.ts');
    return { listDeliveries };
  },
  run: async (context, input, { listDeliveries }) => {
    const { limit, beforeAt, beforeId } = input;
    const query = given({ limit, before_at: beforeAt, before_id: beforeId });
    const client = await context.client();
    return result(await client.call(listDeliveries, { params: { id: input.webhook }, query }), deliveryList);
  },
});
