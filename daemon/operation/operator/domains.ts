import type { operatorListDomains, operatorUpdateDomain } from '../../../shared/contract/domains.ts';
import type { BodyOf, QueryOf, ReplyOf } from '../../../shared/contract/endpoint.ts';
import { LIMITS } from '../../../shared/contract/limits.ts';
import type { Context } from '../../context.ts';
import { planCheck } from '../../network/domains/check.ts';
import { projectDomain } from '../../network/domains/project.ts';
import { type DomainRow, domainById, domainNotFound, verifiedDomain } from '../../network/domains/table.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import { OPERATOR } from '../../platform/store/actor.ts';
import { readCursor, writeCursor } from '../../platform/store/cursor.ts';
import { accountScope } from '../../platform/store/lock-scope.ts';
import { cutPage } from '../../platform/store/page.ts';
import { findAccount } from './accounts.ts';

/** Domains of all accounts, newest first. */
export async function operatorListDomainsOf(
  context: Context,
  query: QueryOf<typeof operatorListDomains>,
): Promise<ReplyOf<typeof operatorListDomains>> {
  const limit = query.limit ?? LIMITS.listPage.default;
  const { account = null } = query;
  const scope = { list: 'operator.domains', accountId: null, filters: { account } };
  let rows = context.store.read.selectFrom('domains').selectAll();
  if (account !== null) {
    const { id } = await findAccount(context.store.read, account);
    rows = rows.where('account_id', '=', id);
  }
  if (query.cursor !== undefined)
    rows = rows.where('id', '<', readCursor(context.secrets, scope, query.cursor));
  const found = await rows
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const { rows: page, next_cursor } = cutPage(found, limit, (last) =>
    writeCursor(context.secrets, scope, last.id),
  );
  return {
    domains: await Promise.all(page.map((row) => projectForOperator(context, row))),
    next_cursor,
  };
}

/** The operator's changes to a domain; `verified` replaces the DNS checks. */
export async function operatorUpdateDomainOf(
  context: Context,
  id: string,
  body: BodyOf<typeof operatorUpdateDomain>,
): Promise<ReplyOf<typeof operatorUpdateDomain>> {
  const known = await domainById(context.store.read, id.toLowerCase());
  await context.store.write(accountScope(known), async (transaction) => {
    const { db, now } = transaction;
    const row = await domainById(db, id.toLowerCase());
    if (!row) throw domainNotFound();
    const after = changesOf(row, body, now);
    if (Object.keys(after).length === 0) return;
    if (after.verification_status === 'verified') {
      if (await verifiedDomain(db, row.name)) {
        throw new ServiceError('CONFLICT', { reason: 'claimed_by_another_account' });
      }
      await planCheck(transaction, row);
    }
    transaction.publish({ kind: 'domain', id: row.id });
    await db.updateTable('domains').set(after).where('id', '=', row.id).execute();
    await transaction.audit({
      kind: 'domain.operator.updated',
      accountId: row.account_id,
      actor: OPERATOR,
      target: row.id,
      after,
    });
  });
  const row = await domainById(context.store.read, id.toLowerCase());
  if (!row) throw domainNotFound();
  return projectForOperator(context, row);
}

function changesOf(
  row: DomainRow,
  { status, health, verified }: BodyOf<typeof operatorUpdateDomain>,
  now: number,
): Partial<DomainRow> {
  const isVerified = row.verification_status === 'verified';
  return {
    ...(status !== undefined && status !== row.status && { status }),
    ...(health !== undefined && health !== row.health && { health, failed_checks: 0 }),
    ...(verified === true && !isVerified && { verification_status: 'verified' as const, verified_at: now }),
    ...(verified === false &&
      isVerified && { verification_status: 'pending' as const, verified_at: null, is_default: false }),
  };
}

async function projectForOperator(context: Context, row: DomainRow) {
  return { ...(await projectDomain(context, row)), account_id: row.account_id };
}
