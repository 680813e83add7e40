import { OPERATOR } from '../../platform/store/actor.ts';
import type { MailboxesTable } from '../../platform/store/schema.ts';
import type { Transaction } from '../../platform/store/store.ts';
import type { RulesContext } from '../context.ts';
import { freeAddress } from './free-address.ts';

/** Mailboxes per transaction. */
const BATCH = 100;

/**
 * Moves mailboxes on the shared domain when the operator renames it: old addresses would receive nothing.
 * Deleted ones move too, or other accounts could get their addresses once the domain has its old name again.
 * The next start continues after a crash.
 */
export async function followPlatformDomain(context: RulesContext): Promise<void> {
  let moved = 0;
  for (let batch = await nextBatch(context); batch.length > 0; batch = await nextBatch(context)) {
    const accounts = [...new Set(batch.map((row) => row.account_id))];
    await context.store.write({ accounts }, async (transaction) => {
      for (const mailbox of batch) await move(context, transaction, mailbox);
    });
    moved += batch.length;
  }
  if (moved > 0) context.log.info({ mailboxes: moved }, 'mailboxes moved to another domain');
}

type Mailbox = Pick<MailboxesTable, 'id' | 'account_id' | 'address'>;

function nextBatch({ config, store }: RulesContext): Promise<Mailbox[]> {
  return (
    store.read
      .selectFrom('mailboxes')
      .select(['id', 'account_id', 'address'])
      .where('domain_id', 'is', null)
      .where('connection_state', 'is', null)
      .where('address', 'not like', `%@${config.platformDomain}`)
      // Live mailboxes keep their names where two had the same one.
      .orderBy((row) => row('status', '=', 'deleted'))
      .orderBy('id')
      .limit(BATCH)
      .execute()
  );
}

async function move(
  { config, random }: RulesContext,
  transaction: Transaction,
  { id, account_id: accountId, address: before }: Mailbox,
): Promise<void> {
  const { db } = transaction;
  const name = before.slice(0, before.lastIndexOf('@'));
  const address = await freeAddress(db, { random, name, domain: config.platformDomain });
  const { numUpdatedRows } = await db
    .updateTable('mailboxes')
    .set({ address })
    .where('id', '=', id)
    .where('address', '=', before)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
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
