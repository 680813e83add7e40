import { UUID_SHAPE } from '../../../shared/contract/fields.ts';
import { assertBound, assertVisible, type Principal, reaches } from '../../access/principal.ts';
import { notFound } from '../../platform/errors/service-error.ts';
import { prepareQuery } from '../../platform/store/prepared.ts';
import type { MailboxRow } from '../../platform/store/schema.ts';
import type { Queries } from '../../platform/store/store.ts';

export type { MailboxRow };

const MISSING = 'Mailbox not found.';

/**
 * The live mailbox that a caller names by id, name or address. Unknown is 404; an agent key that is not bound
 * to it gets what `unbound` says, and finds names only among its own mailboxes.
 */
export async function resolveMailbox(
  db: Queries,
  principal: Principal,
  { reference, unbound }: { readonly reference: string; readonly unbound: 'masked_404' | 'denied_403' },
): Promise<MailboxRow> {
  const row = await namedMailbox(db, principal, reference);
  if (unbound === 'masked_404') assertVisible(principal, row.id, MISSING);
  else assertBound(principal, row.id);
  return row;
}

const findBy = (column: 'id' | 'name' | 'address') =>
  prepareQuery<{ account_id: string; token: string }>()((db, param) =>
    db
      .selectFrom('mailboxes')
      .selectAll()
      .where('account_id', '=', param('account_id'))
      .where(column, '=', param('token')),
  );
const findById = findBy('id');
const findByName = findBy('name');
const findByAddress = findBy('address');

/**
 * The live mailbox of the caller's account by id, whether or not the caller may reach it, or by a name or
 * address that it may.
 */
export async function namedMailbox(
  db: Queries,
  principal: Principal,
  reference: string,
): Promise<MailboxRow> {
  const token = reference.toLowerCase();
  const isId = UUID_SHAPE.test(token);
  // No name contains an @.
  const find = isId ? findById : token.includes('@') ? findByAddress : findByName;
  const [row] = (await find(db, { account_id: principal.account.id, token })).rows;
  if (!row || row.status === 'deleted') throw notFound(MISSING);
  if (!isId && !reaches(principal, row.id)) throw notFound(MISSING);
  return row;
}

export function mailboxById(db: Queries, id: string): Promise<MailboxRow | undefined> {
  return db.selectFrom('mailboxes').selectAll().where('id', '=', id).executeTakeFirst();
}
