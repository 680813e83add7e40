import { type Principal, reaches } from '../../access/principal.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import type { MailContext } from '../context.ts';
import { type BoundKey, findBoundKey, inFlight, type UsedKey } from './idempotency.ts';
import { differencesOf, type KeyedFields, keyContentOf } from './key-content.ts';
import type { KeyedOptions } from './preferences.ts';

/** An operation that a caller wants at most once. */
export interface Intent {
  readonly principal: Principal;
  /** The mailbox that it happens in. */
  readonly mailboxId: string;
  readonly options: KeyedOptions;
  /** Fields of the request; null where it only names stored content. */
  readonly fields: KeyedFields | null;
  readonly namespace: BoundKey['namespace'];
}

/** The first request with a key, for one that repeats it. */
export interface Repeated {
  readonly bound: BoundKey;
  /** Fields in which this request differs from the first one. */
  readonly differs: readonly string[];
}

/**
 * Runs `act` unless the key was used: then `replay` answers, or returns undefined to let it run. Requests
 * with one key never run in parallel.
 */
export async function oncePerKey<T>(
  context: Pick<MailContext, 'store' | 'claims'>,
  {
    intent,
    replay,
    act,
  }: {
    readonly intent: Intent;
    readonly replay: (repeated: Repeated) => Promise<T | undefined>;
    readonly act: (used: UsedKey | null) => Promise<T>;
  },
): Promise<T> {
  const { principal, options, fields } = intent;
  const { key } = options;
  if (key === null) return act(null);
  const { read } = context.store;
  const { id: accountId } = principal.account;
  const content = await keyContentOf(read, { key, fields: fields ?? {} });
  const bound = await findBoundKey(read, accountId, key);
  if (bound) {
    assertOwn(intent, bound);
    const differs = fields === null || bound.content === null ? [] : differencesOf(bound.content, content);
    if (options.preferences.strictKey) assertSame(bound, differs, options);
    const earlier = await replay({ bound, differs });
    if (earlier !== undefined) return earlier;
  }
  if (!context.claims.claim(accountId, key, intent.mailboxId)) throw inFlight();
  try {
    return await act({ key, content });
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

function assertSame(
  { message_id }: BoundKey,
  differs: readonly string[],
  { preferences: { applied: headers } }: KeyedOptions,
): void {
  if (differs.length > 0)
    throw new ServiceError('IDEMPOTENCY_KEY_REUSED', { differs, message_id }, { headers });
}
