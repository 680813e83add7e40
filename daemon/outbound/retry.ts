import { z } from 'zod';
import type { Context } from '../context.ts';
import { dispatch } from './dispatch.ts';
import { loadOutgoing } from './outgoing.ts';

const payload = z.object({ message_id: z.string(), tries: z.int() });

/** Deferred messages that are tried again at the same time. */
export const RETRIES_AT_ONCE = 20;

/** One of the daemon's own tries to deliver a deferred message; nothing when a person decided meanwhile. */
export async function retryDispatch(context: Context, raw: unknown): Promise<void> {
  const { message_id: messageId, tries } = payload.parse(raw);
  const outgoing = await loadOutgoing(context.store.read, messageId);
  if (outgoing?.state !== 'quarantined' || outgoing.account_status === 'deleted') return;
  await dispatch(context, outgoing, { from: 'quarantined', tries });
}
