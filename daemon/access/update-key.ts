import type { Selectable } from 'kysely';
import type { ReplyOf } from '../../shared/contract/endpoint.ts';
import type { updateApiKey as contract } from '../../shared/contract/keys.ts';
import { invalidField, notFound } from '../platform/errors/service-error.ts';
import type { ApiKeysTable } from '../platform/store/schema.ts';
import type { Queries } from '../platform/store/store.ts';
import type { AccessContext } from './context.ts';
import { assertMailboxesActive } from './create-key.ts';
import type { Principal } from './principal.ts';

/** Replaces the mailboxes of an agent key. */
export function updateApiKey(
  context: AccessContext,
  principal: Principal,
  { keyId, mailboxIds }: { readonly keyId: string; readonly mailboxIds: readonly string[] },
): Promise<ReplyOf<typeof contract>> {
  const accountId = principal.account.id;
  return context.store.write({ account: accountId }, async (transaction) => {
    const { db } = transaction;
    const key = await activeKey(db, accountId, keyId);
    if (key.role !== 'agent') throw invalidField('mailbox_ids', 'are only allowed for agent keys', 422);
    if (mailboxIds.length === 0) throw invalidField('mailbox_ids', 'must contain at least one mailbox', 422);
    await assertMailboxesActive(db, { accountId, mailboxIds });
    const before = key.mailbox_ids;
    if (!sameSet(before, mailboxIds)) {
      await db.updateTable('api_keys').set({ mailbox_ids: mailboxIds }).where('id', '=', keyId).execute();
      await transaction.audit({
        kind: 'api_key.mailbox_ids.updated',
        accountId,
        actor: principal.actor,
        target: keyId,
        before,
        after: mailboxIds,
      });
    }
    return { id: key.id, role: key.role, label: key.label, mailbox_ids: [...mailboxIds] };
  });
}

/** A key of the account that is not revoked. */
export async function activeKey(
  db: Queries,
  accountId: string,
  keyId: string,
): Promise<Selectable<ApiKeysTable>> {
  const row = await db
    .selectFrom('api_keys')
    .selectAll()
    .where('id', '=', keyId)
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw notFound('No active key has this ID.');
  return row;
}

function sameSet(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && new Set([...a, ...b]).size === a.length;
}
