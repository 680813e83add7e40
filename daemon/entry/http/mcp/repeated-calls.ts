import { meaningOfCall, SAME_FOR_MS } from '../../../../shared/mcp/intents.ts';
import type { Principal } from '../../../access/principal.ts';
import type { Context } from '../../../context.ts';

/** A call of a tool that changes something. */
interface ToolCall {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/**
 * Idempotency key of a call. The same call within a quarter of an hour gets the same key at every node and
 * after a restart, so that it never sends twice; later it's a new send. The keys that are stored with the
 * messages are the only memory: nodes give the same key to the same call of one period, and find the keys
 * of the periods beside it.
 */
export async function keyOfCall(
  { clock, store }: Pick<Context, 'clock' | 'store'>,
  { account, keyId }: Principal,
  { tool, input }: ToolCall,
): Promise<string> {
  const meaning = await meaningOfCall(tool, [keyId ?? account.id], input);
  const now = clock.now();
  const period = Math.floor(now / SAME_FOR_MS);
  const keyOf = (of: number) => `mcp-${meaning}-${of}`;
  const used = await store.read
    .selectFrom('idempotency_keys')
    .select('key')
    .where('account_id', '=', account.id)
    // The clock of the node that stored a key may be ahead.
    .where('key', 'in', [keyOf(period - 1), keyOf(period), keyOf(period + 1)])
    .where('created_at', '>', now - SAME_FOR_MS)
    .orderBy('created_at')
    .executeTakeFirst();
  return used?.key ?? keyOf(period);
}
