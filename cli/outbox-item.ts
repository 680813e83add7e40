import { LIMITS } from '../shared/contract/limits.ts';
import type { listOutbox } from '../shared/contract/operator.ts';
import { word } from './command.ts';
import type { Context } from './context.ts';
import { UsageError } from './errors.ts';

export const outboxArgument = word('ITEM', 'Id of the kept mail, or the short id that the list shows.');

/** Turns what a person typed into an id of the outbox; short ids are looked up among the latest. */
export async function chooseOutboxItem(
  context: Context,
  typed: string,
  endpoint: typeof listOutbox,
): Promise<string> {
  const { UUID_SHAPE } = await import('../shared/contract/fields.ts');
  if (UUID_SHAPE.test(typed)) return typed;
  const client = await context.client();
  const { items } = await client.call(endpoint, { query: { limit: LIMITS.outboxPage.max } });
  const matching = items.filter(({ id }) => id.endsWith(typed.toLowerCase()));
  const [found] = matching;
  if (found && matching.length === 1) return found.id;
  throw new UsageError(
    `"${typed}" is not the id of exactly one kept mail.`,
    'agentmail outbox list shows the ids',
  );
}
