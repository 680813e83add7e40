import { LIMITS } from '../shared/contract/limits.ts';
import type { listOutbox } from '../shared/contract/operator.ts';
import { word } from './command.ts';
import type { Context } from './context.ts';
import { chooseId } from './ids.ts';

export const outboxArgument = word('ITEM', 'Id of the kept mail, or the short id that the list shows.');

/** Resolves a typed outbox id; short ids are looked up among the latest. */
export async function chooseOutboxItem(
  context: Context,
  typed: string,
  endpoint: typeof listOutbox,
): Promise<string> {
  return chooseId(typed, OUTBOX_ITEM, async () => {
    const client = await context.client();
    const { items } = await client.call(endpoint, { query: { limit: LIMITS.outboxPage.max } });
    return items.map(({ id, to, subject }) => ({ id, about: `${to}: ${subject ?? ''}` }));
  });
}

const OUTBOX_ITEM = {
  noun: 'kept mail',
  list: 'agentmail outbox list',
  among: ` of the latest ${LIMITS.outboxPage.max}`,
};
