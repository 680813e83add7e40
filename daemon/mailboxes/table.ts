import type { Selectable } from 'kysely';
import { UUID_SHAPE } from '../../shared/contract/fields.ts';
import { assertBound, assertVisible, type Principal, reaches } from '../access/principal.ts';
import { notFound } from '../errors.ts';
import { prepareQuery } from '../store/prepared.ts';
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

const findBy = (column: 'id' | 'name') =>
  prepareQuery<{ account_id: string; token: string }>()((db, slot) =>
    db
      .selectFrom('mailboxes')
      .selectAll()
      .where('account_id', '=', slot('account_id'))
      .where(column, '=', slot('token')),
  );
const findById = findBy('id');
const findByName = findBy('name');

/** The live mailbox of the caller's account by id or name, whether or not the caller may reach it. */
export async function mailboxOfAccount(
  db: Queries,
  principal: Principal,
  reference: string,
): Promise<MailboxRow | undefined> {
  const token = reference.toLowerCase();
  const find = UUID_SHAPE.test(token) ? findById : findByName;
  const [row] = (await find(db, { account_id: principal.account.id, token })).rows;
  return row?.status === 'deleted' ? undefined : row;
}

export function mailboxById(db: Queries, id: string): Promise<MailboxRow | undefined> {
  return db.selectFrom('mailboxes').selectAll().where('id', '=', id).executeTakeFirst();
}
