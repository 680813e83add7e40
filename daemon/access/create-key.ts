import type { BodyOf, ReplyOf } from '../../shared/contract/endpoint.ts';
import type { createApiKey as contract } from '../../shared/contract/keys.ts';
import { LIMITS } from '../../shared/contract/limits.ts';
import { invalidField, ServiceError } from '../platform/errors/service-error.ts';
import type { Actor } from '../platform/store/actor.ts';
import type { Queries, Transaction } from '../platform/store/store.ts';
import { hashSecret, joinApiKey, newApiKey } from './api-key-format.ts';
import type { AccessContext } from './context.ts';
import type { Principal } from './principal.ts';

export interface NewKey {
  readonly accountId: string;
  readonly role: 'admin' | 'agent';
  readonly label: string | null;
  readonly mailboxIds: readonly string[];
}

/** The creator of a key and its account. */
export interface KeyMaker {
  readonly account: Pick<Principal['account'], 'id'>;
  readonly actor: Actor;
}

/** Creates a key. The answer has its secret, which is stored nowhere. */
export async function createApiKey(
  context: AccessContext,
  caller: KeyMaker,
  body: BodyOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const mailboxIds = body.mailbox_ids ?? [];
  if (body.role === 'admin' && body.mailbox_ids !== undefined) {
    throw invalidField('mailbox_ids', 'must be omitted for an admin key', 422);
  }
  if (body.role === 'agent' && mailboxIds.length === 0) {
    throw invalidField('mailbox_ids', 'must contain at least one mailbox for an agent key', 422);
  }
  const key: NewKey = {
    accountId: caller.account.id,
    role: body.role,
    label: body.label ?? null,
    mailboxIds,
  };
  return context.store.write({ account: key.accountId }, async (transaction) => {
    await assertMailboxesActive(transaction.db, key);
    const created = await insertApiKey(context, transaction, { key, actor: caller.actor });
    await assertWithinKeyCap(transaction.db, key.accountId);
    return {
      id: created.id,
      api_key: created.apiKey,
      role: key.role,
      label: key.label,
      mailbox_ids: [...mailboxIds],
    };
  });
}

/** Writes the row and its audit entry. Callers check the rules. */
export async function insertApiKey(
  context: Pick<AccessContext, 'random'>,
  transaction: Transaction,
  { key, actor }: { readonly key: NewKey; readonly actor: Actor },
): Promise<{ id: string; apiKey: string }> {
  const id = transaction.newId();
  const parts = newApiKey(context.random);
  await transaction.db
    .insertInto('api_keys')
    .values({
      id,
      account_id: key.accountId,
      public_id: parts.publicId,
      secret_hash: hashSecret(parts.secret),
      role: key.role,
      label: key.label,
      mailbox_ids: key.mailboxIds,
      created_at: transaction.now,
      last_used_at: null,
      revoked_at: null,
      revoked_by: null,
    })
    .execute();
  await transaction.audit({
    kind: 'api_key.created',
    accountId: key.accountId,
    actor,
    target: id,
    after: { role: key.role, label: key.label, mailbox_ids: key.mailboxIds },
  });
  return { id, apiKey: joinApiKey(parts) };
}

/** Refuses ids that are no active mailbox of the account, and names them. */
export async function assertMailboxesActive(
  db: Queries,
  key: Pick<NewKey, 'accountId' | 'mailboxIds'>,
): Promise<void> {
  if (key.mailboxIds.length === 0) return;
  const rows = await db
    .selectFrom('mailboxes')
    .select('id')
    .where('account_id', '=', key.accountId)
    .where('status', '=', 'active')
    .execute();
  const active = new Set(rows.map((row) => row.id));
  const missing = key.mailboxIds.filter((id) => !active.has(id));
  if (missing.length > 0) {
    throw new ServiceError('NOT_FOUND', { mailbox_ids: missing }, { message: 'Mailbox not found.' });
  }
}

/** Call it after the change, in the same transaction: a refusal rolls it back. */
export async function assertWithinKeyCap(db: Queries, accountId: string): Promise<void> {
  const { count } = await db
    .selectFrom('api_keys')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (count > LIMITS.activeApiKeys) {
    throw new ServiceError(
      'FORBIDDEN',
      { reason: 'key_cap', limit: LIMITS.activeApiKeys },
      {
        message: `The account has reached the limit of ${LIMITS.activeApiKeys} active keys. Revoke one first.`,
      },
    );
  }
}
