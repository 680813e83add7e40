import type { Context } from '../context.ts';
import { OPERATOR } from '../store/audit.ts';
import type { Queries } from '../store/store.ts';
import { freeAddress } from './free-address.ts';

/** Moves mailboxes on the shared domain when the operator renames it: old addresses would receive nothing. */
export async function followPlatformDomain(context: Context): Promise<void> {
  const { config, log, random, store } = context;
  const { platformDomain } = config;
  const left = (db: Queries) =>
    db
      .selectFrom('mailboxes')
      .select(['id', 'account_id', 'address'])
      .where('domain_id', 'is', null)
      .where('status', '!=', 'deleted')
      .where('address', 'not like', `%@${platformDomain}`)
      .execute();
  const accounts = (await left(store.read)).map((row) => row.account_id);
  if (accounts.length === 0) return;
  await store.write({ accounts }, async (transaction) => {
    const { db } = transaction;
    const rows = await left(db);
    for (const { id, account_id: accountId, address: before } of rows) {
      const local = before.slice(0, before.lastIndexOf('@'));
      const address = await freeAddress(db, { random, name: local, domain: platformDomain });
      await db.updateTable('mailboxes').set({ address }).where('id', '=', id).execute();
      await transaction.audit({
        kind: 'mailbox.address.updated',
        accountId,
        mailboxId: id,
        actor: OPERATOR,
        target: id,
        before: { address: before },
        after: { address },
      });
    }
    log.info({ mailboxes: rows.length }, 'mailboxes moved to another domain');
  });
}
