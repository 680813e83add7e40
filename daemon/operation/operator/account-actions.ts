import type { BodyOf, ReplyOf } from '../../../shared/contract/endpoint.ts';
import type * as contract from '../../../shared/contract/operator-accounts.ts';
import { createApiKey } from '../../access/create-key.ts';
import { createPageLink } from '../../access/page-links.ts';
import type { Context } from '../../context.ts';
import { notFound, ServiceError } from '../../platform/errors/service-error.ts';
import { OPERATOR } from '../../platform/store/actor.ts';
import type { Queries } from '../../platform/store/store.ts';
import { applyHold, endHold } from '../../rules/legal-holds/apply.ts';
import {
  accountIsHeld,
  type LegalHold,
  type LegalHoldRow,
  projectHold,
} from '../../rules/legal-holds/table.ts';
import { renewBudget } from '../../rules/recipients/lists/budget.ts';
import { assertMayEnd, endAccount } from '../accounts/delete.ts';
import { eraseAccount } from '../accounts/erase.ts';
import { restoreAccount } from '../accounts/restore.ts';
import type { Runtime } from '../cluster/runtime.ts';
import { type AccountView, assertNotDeleted, findAccount, viewAccount, writeAccount } from './accounts.ts';

/** The operator's actions on an account. */

export async function createKeyOf(
  context: Context,
  reference: string,
  body: BodyOf<typeof contract.operatorCreateApiKey>,
): Promise<ReplyOf<typeof contract.operatorCreateApiKey>> {
  const account = await findAccount(context.store.read, reference);
  assertNotDeleted(account);
  return createApiKey(context, { account: { id: account.id }, actor: OPERATOR }, body);
}

/** Creates a link that signs a browser on this machine in. */
export async function createLinkOf(
  context: Context,
  { web }: Pick<Runtime, 'web'>,
  reference: string,
): Promise<ReplyOf<typeof contract.operatorCreatePageLink>> {
  if (!context.settings.get('web.enabled')) {
    throw new ServiceError(
      'CONFLICT',
      { reason: 'page_off' },
      { message: 'The page is off. To turn it on: agentmail config set web.enabled true' },
    );
  }
  const id = await writeAccount(context, reference, async (transaction, account) => {
    assertNotDeleted(account);
    await transaction.audit({ kind: 'page_link.created', accountId: account.id, actor: OPERATOR });
    return account.id;
  });
  const { token, expiresAt } = createPageLink(context, id);
  // A browser sends no fragment to servers, so the token is in no log.
  return { url: `${web}/app/sign-in#${token}`, expires_at: expiresAt };
}

/** Deletes an account if necessary, and erases its data at once. */
export async function eraseNow(context: Context, reference: string): Promise<{ status: 'erased' }> {
  const erased = await writeAccount(context, reference, async (transaction, { id, status }) => {
    if (status !== 'deleted') {
      await assertMayEnd(transaction.db, id);
      await endAccount(transaction, { accountId: id, actor: OPERATOR });
    } else if (await accountIsHeld(transaction.db, id)) {
      throw new ServiceError('LEGAL_HOLD_ACTIVE');
    }
    return id;
  });
  await eraseAccount(context, erased);
  return { status: 'erased' };
}

/** Restores a deleted account that isn't erased yet. */
export function restoreNow(context: Context, reference: string): Promise<AccountView> {
  return writeAccount(context, reference, async (transaction, account) => {
    await restoreAccount(transaction, { account, actor: OPERATOR });
    return viewAccount(transaction.db, await findAccount(transaction.db, account.id), transaction.now);
  });
}

/** Exempts the owner's own import from the hourly budget, which bounds what callers of the API add. */
export function renewListBudget(context: Context, reference: string): Promise<{ remaining: number }> {
  return writeAccount(context, reference, async (transaction, { id }) => {
    const remaining = await renewBudget(transaction, id);
    const kind = 'account.list_budget.renewed';
    await transaction.audit({ kind, accountId: id, actor: OPERATOR });
    return { remaining };
  });
}

export function holdAccount(
  context: Context,
  reference: string,
  body: BodyOf<typeof contract.operatorApplyLegalHold>,
): Promise<LegalHold> {
  return writeAccount(context, reference, async (transaction, { id }) => {
    const active = await operatorHold(transaction.db, id);
    if (active) return projectHold(active);
    return applyHold(transaction, {
      accountId: id,
      mailboxId: null,
      reason: body.reason,
      caseReference: body.case_reference ?? null,
      by: 'admin',
      actor: OPERATOR,
    });
  });
}

export function releaseAccount(
  context: Context,
  reference: string,
  reason: string | null,
): Promise<LegalHold> {
  return writeAccount(context, reference, async (transaction, { id }) => {
    const hold = await operatorHold(transaction.db, id);
    if (!hold) throw notFound('The operator has no legal hold on this account.');
    return endHold(transaction, hold, { type: 'admin', actor: OPERATOR, reason });
  });
}

async function operatorHold(db: Queries, accountId: string): Promise<LegalHoldRow | undefined> {
  return db
    .selectFrom('legal_holds')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('applied_by_type', '=', 'admin')
    .where('released_at', 'is', null)
    .executeTakeFirst();
}
