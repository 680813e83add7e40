import type { Selectable } from 'kysely';
import { UUID_SHAPE } from '../../shared/contract/fields.ts';
import { assertBound, assertVisible, type Principal, reaches } from '../access/principal.ts';
import { notFound } from '../errors.ts';
import type { MailboxesTable } from '../store/schema.ts';
import type { Queries } from '../store/store.ts';

export type MailboxRow = Selectable<MailboxesTable>;

const MISSING = 'Mailbox not found.';

/**
 * The live mailbox that a caller names by id or name. Unknown is 404; an agent key that is not bound to it gets
 * what `unbound` says, and finds names only among its own mailboxes (decisions 1.11, 1.12).
 */
export async function resolveMailbox(
  db: Queries,
  principal: Principal,
  reference: string,
  unbound: 'masked_404' | 'denied_403',
): Promise<MailboxRow> {
  const token = reference.toLowerCase();
  const byId = UUID_SHAPE.test(token);
  const row = await db
    .selectFrom('mailboxes')
    .selectAll()
    .where('account_id', '=', principal.account.id)
    .where(byId ? 'id' : 'name', '=', token)
    .executeTakeFirst();
  if (!row || row.status === 'deleted') throw notFound(MISSING);
  if (!byId && !reaches(principal, row.id)) throw notFound(MISSING);
  if (unbound === 'masked_404') assertVisible(principal, row.id, MISSING);
  else assertBound(principal, row.id);
  return row;
}

export function mailboxById(db: Queries, id: string): Promise<MailboxRow | undefined> {
  return db.selectFrom('mailboxes').selectAll().where('id', '=', id).executeTakeFirst();
}

export function mailboxByAddress(db: Queries, address: string): Promise<MailboxRow | undefined> {
  return db.selectFrom('mailboxes').selectAll().where('address', '=', address).executeTakeFirst();
}
