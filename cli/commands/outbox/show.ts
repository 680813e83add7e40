import { command, result } from '../../command.ts';
import { chooseOutboxItem, outboxArgument } from '../../outbox-item.ts';
import { outboxView } from '../../views/outbox.ts';

export const outboxShow = command({
  name: ['outbox', 'show'],
  summary: 'Show a captured message or text message.',
  flags: {},
  arguments: { item: outboxArgument },
  examples: [{ command: 'agentmail outbox show 7be01f63', about: 'show it as its recipient would see it' }],
  endpoints: async () => {
    const { getOutboxItem, listOutbox } = await import('../../../shared/contract/operator.ts');
    return { getOutboxItem, listOutbox };
  },
  run: async (context, { item }, { getOutboxItem, listOutbox }) => {
    const id = await chooseOutboxItem(context, item, listOutbox);
    const client = await context.client();
    return result(await client.call(getOutboxItem, { params: { id } }), outboxView);
  },
});
