import type { BodyOf, QueryOf } from '../../../shared/contract/endpoint.ts';
import type * as contract from '../../../shared/contract/legal-holds.ts';
import { LIMITS } from '../../../shared/contract/limits.ts';
import type { Principal } from '../../access/principal.ts';
import { denied, notFound, ServiceError } from '../../platform/errors/service-error.ts';
import type { Queries } from '../../platform/store/store.ts';
import type { RulesContext } from '../context.ts';
import { applyHold, endHold } from './apply.ts';
import { type LegalHold, type LegalHoldRow, projectHold } from './table.ts';

/** Legal holds that the account itself manages. */

/** Applying and listing are part of the largest plan. */
function assertPlan(principal: Principal): void {
  if (principal.account.tier !== 'pro') {
    throw denied('TIER_LIMIT', { reason_axis: 'tier', reason: 'legal_holds', required_tier: 'pro' });
  }
}

export function applyLegalHold(
  context: RulesContext,
  principal: Principal,
  body: BodyOf<typeof contract.applyLegalHold>,
): Promise<LegalHold> {
  return context.store.write({ account: principal.account.id }, async (transaction) => {
    const mailboxId = body.mailbox_id ?? null;
    if (mailboxId !== null) await assertOwnMailbox(transaction.db, principal.account.id, mailboxId);
    assertPlan(principal);
    return applyHold(transaction, {
      accountId: principal.account.id,
      mailboxId,
      reason: body.reason,
      caseReference: body.case_reference ?? null,
      by: 'customer',
      actor: principal.actor,
    });
  });
}

export async function listLegalHolds(
  context: Pick<RulesContext, 'store'>,
  principal: Principal,
  query: QueryOf<typeof contract.listLegalHolds>,
): Promise<{ legal_holds: LegalHold[] }> {
  assertPlan(principal);
  let rows = context.store.read
    .selectFrom('legal_holds')
    .selectAll()
    .where('account_id', '=', principal.account.id);
  if (!query.include_released) rows = rows.where('released_at', 'is', null);
  const found = await rows
    .orderBy('applied_at', 'desc')
    .orderBy('id', 'desc')
    .limit(query.limit ?? LIMITS.legalHoldPage.default)
    .execute();
  return { legal_holds: found.map(projectHold) };
}

export async function getLegalHold(
  context: Pick<RulesContext, 'store'>,
  principal: Principal,
  id: string,
): Promise<LegalHold> {
  return projectHold(await findHold(context.store.read, principal.account.id, id));
}

/** Ends one of the account's own holds; only the operator ends the operator's. */
export function releaseLegalHold(
  context: RulesContext,
  principal: Principal,
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<LegalHold> {
  return context.store.write({ account: principal.account.id }, async (transaction) => {
    const hold = await findHold(transaction.db, principal.account.id, id);
    if (hold.applied_by_type !== 'customer') {
      throw new ServiceError(
        'FORBIDDEN',
        { reason: 'operator_hold' },
        { message: 'The operator applied this legal hold. Only the operator can release it.' },
      );
    }
    if (hold.released_at !== null) {
      throw new ServiceError(
        'CONFLICT',
        { reason: 'released' },
        { message: 'This legal hold was already released.' },
      );
    }
    return endHold(transaction, hold, { type: 'customer', actor: principal.actor, reason });
  });
}

async function findHold(db: Queries, accountId: string, id: string): Promise<LegalHoldRow> {
  const row = await db
    .selectFrom('legal_holds')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (!row) throw notFound('Legal hold not found.');
  return row;
}

/** Mail of a deleted mailbox can be held too. */
async function assertOwnMailbox(db: Queries, accountId: string, mailboxId: string): Promise<void> {
  const row = await db
    .selectFrom('mailboxes')
    .select('id')
    .where('id', '=', mailboxId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (!row) throw notFound('Mailbox not found.');
}
