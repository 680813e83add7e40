import { type Principal, reaches } from '../access/principal.ts';
import type { Context } from '../context.ts';
import { ServiceError } from '../errors.ts';
import { type BoundKey, findBoundKey, inFlight } from './idempotency.ts';

/** An operation that a caller wants at most once. */
export interface Intent {
  readonly principal: Principal;
  /** The mailbox that it happens in. */
  readonly mailboxId: string;
  /** Null allows repetition. */
  readonly key: string | null;
  readonly namespace: BoundKey['namespace'];
}

/**
 * Runs `act` unless the key was used: then `replay` answers, or returns undefined to let it run. Requests
 * with one key never run in parallel.
 */
export async function oncePerKey<T>(
  context: Pick<Context, 'store' | 'claims'>,
  {
    intent,
    replay,
    act,
  }: {
    readonly intent: Intent;
    readonly replay: (bound: BoundKey) => Promise<T | undefined>;
    readonly act: () => Promise<T>;
  },
): Promise<T> {
  const { principal, key } = intent;
  if (key === null) return act();
  const { id: accountId } = principal.account;
  const bound = await findBoundKey(context.store.read, accountId, key);
  if (bound) {
    assertOwn(intent, bound);
    const earlier = await replay(bound);
    if (earlier !== undefined) return earlier;
  }
  if (!context.claims.claim(accountId, key, intent.mailboxId)) throw inFlight();
  try {
    return await act();
  } finally {
    context.claims.end(accountId, key);
  }
}

/** Immediate sends and drafts do not share keys, nor do agents of different mailboxes. */
function assertOwn({ principal, namespace }: Intent, bound: BoundKey): void {
  if (!reaches(principal, bound.mailbox_id)) {
    throw new ServiceError('CONFLICT', { reason: 'idempotency_key_in_use' });
  }
  if (bound.namespace === namespace) return;
  throw new ServiceError(
    bound.namespace === 'draft'
      ? 'IDEMPOTENCY_KEY_BOUND_TO_DRAFT'
      : 'IDEMPOTENCY_KEY_BOUND_TO_IMMEDIATE_SEND',
  );
}
