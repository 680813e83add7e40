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
  const row = await mailboxOfAccount(db, principal, reference);
  if (!row) throw notFound(MISSING);
  if (!UUID_SHAPE.test(reference) && !reaches(principal, row.id)) throw notFound(MISSING);
  if (unbound === 'masked_404') assertVisible(principal, row.id, MISSING);
  else assertBound(principal, row.id);
  return row;
}

/** The live mailbox of the caller's account by id or name, whether or not the caller may reach it. */
export async function mailboxOfAccount(
  db: Queries,
  principal: Principal,
  reference: string,
): Promise<MailboxRow | undefined> {
  const token = reference.toLowerCase();
  const row = await db
    .selectFrom('mailboxes')
    .selectAll()
    .where('account_id', '=', principal.account.id)
    .where(UUID_SHAPE.test(token) ? 'id' : 'name', '=', token)
    .executeTakeFirst();
  return row?.status === 'deleted' ? undefined : row;
}

export function mailboxById(db: Queries, id: string): Promise<MailboxRow | undefined> {
  return db.selectFrom('mailboxes').selectAll().where('id', '=', id).executeTakeFirst();
}
