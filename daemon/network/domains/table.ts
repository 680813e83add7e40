import type { Selectable } from 'kysely';
import type { Principal } from '../../access/principal.ts';
import { notFound } from '../../platform/errors/service-error.ts';
import { prepareQuery } from '../../platform/store/prepared.ts';
import type { DomainsTable } from '../../platform/store/schema.ts';
import type { Queries } from '../../platform/store/store.ts';

export type DomainRow = Selectable<DomainsTable>;

/** Returns a domain of the caller's account, or 404. */
export async function resolveDomain(db: Queries, principal: Principal, id: string): Promise<DomainRow> {
  const row = await domainById(db, id.toLowerCase());
  if (row?.account_id !== principal.account.id) throw domainNotFound();
  return row;
}

export function domainById(db: Queries, id: string): Promise<DomainRow | undefined> {
  return db.selectFrom('domains').selectAll().where('id', '=', id).executeTakeFirst();
}

export function domainNotFound() {
  return notFound('Domain not found.');
}

export type VerifiedDomain = Pick<
  DomainRow,
  'id' | 'account_id' | 'transport_mode' | 'record_states' | 'catch_all_mailbox_id'
>;

/** The verified domain with this name (lower case) in any account. */
export async function verifiedDomain(db: Queries, name: string): Promise<VerifiedDomain | undefined> {
  const { rows } = await findVerified(db, { name });
  return rows[0];
}

const findVerified = prepareQuery<{ name: string }>()((db, param) =>
  db
    .selectFrom('domains')
    .select(['id', 'account_id', 'transport_mode', 'record_states', 'catch_all_mailbox_id'])
    .where('name', '=', param('name'))
    .where('verification_status', '=', 'verified'),
);

/** Whether the account has a verified domain, which ends its warm-up on the shared one. */
export async function hasVerifiedDomain(db: Queries, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('domains')
    .select('id')
    .where('account_id', '=', accountId)
    .where('verification_status', '=', 'verified')
    .executeTakeFirst();
  return row !== undefined;
}
