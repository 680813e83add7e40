import { LIMITS } from '../../../shared/contract/limits.ts';
import type { Argument } from '../options/flag.ts';
import { chooseId } from './ids.ts';

const OUTBOX_ITEM = {
  noun: 'kept mail',
  list: 'agentmail outbox list',
  among: ` of the latest ${LIMITS.outboxPage.max}`,
};

const loadOutbox = async () => {
  const { listOutbox } = await import('../../../shared/contract/operator.ts');
  return { listOutbox };
};

export const outboxArgument: Argument<string> = {
  label: 'ITEM',
  about: 'Id of the kept mail, or the short id that the list shows.',
  lookup: loadOutbox,
  declares: true,
  resolve: (context, typed) =>
    chooseId(typed, OUTBOX_ITEM, async () => {
      const { listOutbox } = await loadOutbox();
      const client = await context.client();
      const { items } = await client.call(listOutbox, { query: { limit: LIMITS.outboxPage.max } });
      return items.map(({ id, to, subject }) => ({ id, about: `${to}: ${subject ?? ''}` }));
    }),
};
