import { LIMITS } from '../../../shared/contract/limits.ts';
import { invalidField, ServiceError } from '../../platform/errors/service-error.ts';
import { prepareQuery } from '../../platform/store/prepared.ts';
import type { Queries, Transaction } from '../../platform/store/store.ts';
import type { KeyContent } from './key-content.ts';

/** The message or draft of a key. It never changes, and the key is never released. */
export interface BoundKey {
  readonly namespace: 'send' | 'draft';
  readonly message_id: string;
  readonly mailbox_id: string;
  /** Null where the program that bound it kept none, and after the message was deleted. */
  readonly content: KeyContent | null;
}

/** A key and the content that came with it. */
export interface UsedKey {
  readonly key: string;
  readonly content: KeyContent;
}

const PRINTABLE = /^[\x20-\x7e]+$/;

/** The key of a request header: trimmed, null when absent or blank. */
export function readIdempotencyKey(header: string | undefined): string | null {
  const key = header?.trim() ?? '';
  if (key === '') return null;
  if (key.length > LIMITS.idempotencyKeyCharacters || !PRINTABLE.test(key)) {
    throw invalidField('Idempotency-Key', 'must have 1 to 255 printable ASCII characters');
  }
  return key;
}

/**
 * Keys of requests between gates and row. A refusal ends a claim, and the transaction that stores the message
 * turns it into a row. Claims end with the process, since there is no row then.
 */
export class IdempotencyClaims {
  readonly #mailboxes = new Map<string, string>();

  /** Claims a key for a send of a mailbox; false when another request holds it. */
  claim(accountId: string, key: string, mailboxId: string): boolean {
    const claim = `${accountId} ${key}`;
    if (this.#mailboxes.has(claim)) return false;
    this.#mailboxes.set(claim, mailboxId);
    return true;
  }

  /** The mailbox of the request that holds the key. */
  claimedBy(accountId: string, key: string): string | undefined {
    return this.#mailboxes.get(`${accountId} ${key}`);
  }

  end(accountId: string, key: string): void {
    this.#mailboxes.delete(`${accountId} ${key}`);
  }
}

export async function findBoundKey(
  db: Queries,
  accountId: string,
  key: string,
): Promise<BoundKey | undefined> {
  return (await boundKey(db, { account_id: accountId, key })).rows[0];
}

const boundKey = prepareQuery<{ account_id: string; key: string }>()((db, param) =>
  db
    .selectFrom('idempotency_keys')
    .select(['namespace', 'message_id', 'mailbox_id', 'content'])
    .where('account_id', '=', param('account_id'))
    .where('key', '=', param('key')),
);

/** Binds a key to a message for good. */
export async function bindKey(
  transaction: Transaction,
  {
    used,
    bound,
  }: { readonly used: UsedKey; readonly bound: Omit<BoundKey, 'content'> & { readonly account_id: string } },
): Promise<void> {
  await insertKey(transaction.db, { ...used, ...bound, created_at: transaction.now });
}

const insertKey = prepareQuery<BoundKey & { account_id: string; key: string; created_at: number }>()(
  (db, param) =>
    db.insertInto('idempotency_keys').values({
      account_id: param('account_id'),
      key: param('key'),
      namespace: param('namespace'),
      message_id: param('message_id'),
      mailbox_id: param('mailbox_id'),
      created_at: param('created_at'),
      content: param('content'),
    }),
);

/** A parallel request has the same key. */
export function inFlight(): ServiceError {
  return new ServiceError('IDEMPOTENT_REQUEST_IN_FLIGHT', { retry_after: 1 });
}
