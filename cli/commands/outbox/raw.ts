import { command, result } from '../../command.ts';
import { chooseOutboxItem, outboxArgument } from '../../outbox-item.ts';
import { rawView } from '../../views/outbox.ts';

export const outboxRaw = command({
  name: ['outbox', 'raw'],
  summary: 'Print the RFC 5322 source of a captured message.',
  flags: {},
  arguments: { item: outboxArgument },
  examples: [
    { command: 'agentmail outbox raw 7be01f63 > mail.eml', about: 'save it for another mail program' },
  ],
  endpoints: async () => {
    const { getOutboxRaw, listOutbox } = await import('../../../shared/contract/operator.ts');
    return { getOutboxRaw, listOutbox };
  },
  run: async (context, { item }, { getOutboxRaw, listOutbox }) => {
    const id = await chooseOutboxItem(context, item, listOutbox);
    const client = await context.client();
    const raw = await client.call(getOutboxRaw, { params: { id } });
    if (context.jsonAsked || !context.json) return result({ id, raw }, rawView);
    context.raw(raw);
    return 'ok';
  },
});
