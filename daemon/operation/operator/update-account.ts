import { isDeepStrictEqual } from 'node:util';
import type { Updateable } from 'kysely';
import type { BodyOf } from '../../../shared/contract/endpoint.ts';
import type { operatorUpdateAccount as contract } from '../../../shared/contract/operator-accounts.ts';
import { columnsOfPlan } from '../../access/plan.ts';
import type { Context } from '../../context.ts';
import { OPERATOR } from '../../platform/store/actor.ts';
import type { AccountsTable, Warmup } from '../../platform/store/schema.ts';
import {
  type AccountRow,
  type AccountView,
  assertNotDeleted,
  findAccount,
  viewAccount,
  writeAccount,
} from './accounts.ts';

type UpdateAccountBody = BodyOf<typeof contract>;

/** Changes an account's record, all fields or none, with an audit row for each real change. */
export function updateAccount(
  context: Context,
  reference: string,
  body: UpdateAccountBody,
): Promise<AccountView> {
  return writeAccount(context, reference, async (transaction, before) => {
    const { db, now } = transaction;
    assertNotDeleted(before);
    const changes = changesOf(body, before, now);
    if (Object.keys(changes).length > 0) {
      await db.updateTable('accounts').set(changes).where('id', '=', before.id).execute();
    }
    const after = await findAccount(db, before.id);
    for (const field of Object.keys(changes) as (keyof AccountRow)[]) {
      if (isDeepStrictEqual(before[field], after[field])) continue;
      await transaction.audit({
        kind: `account.${field}.updated`,
        accountId: before.id,
        actor: OPERATOR,
        before: before[field],
        after: after[field],
      });
    }
    return viewAccount(db, after, now);
  });
}

function changesOf(body: UpdateAccountBody, before: AccountRow, now: number): Updateable<AccountsTable> {
  const { status, warmup, platform_domain: domain } = body;
  const plan = body.plan ?? body.tier;
  return {
    ...(plan !== undefined && columnsOfPlan(plan)),
    // The trial begins when an account first comes to the sandbox.
    ...(plan === 'sandbox' && before.trial_started_at === null && { trial_started_at: now }),
    ...(status !== undefined && { status: statusAfter(status, before) }),
    ...(body.trial_started_at !== undefined && { trial_started_at: Date.parse(body.trial_started_at) }),
    ...(body.trial_sends_used !== undefined && { trial_sends_used: body.trial_sends_used }),
    ...(body.clean_history !== undefined && { clean_history: body.clean_history }),
    ...(body.billing_exempt !== undefined && { billing_exempt: body.billing_exempt }),
    ...(body.storage_limit_bytes !== undefined && { storage_limit_bytes: body.storage_limit_bytes }),
    ...(warmup !== undefined && { warmup: warmup === null ? null : storedWarmup(warmup) }),
    ...(domain?.status !== undefined && { platform_domain_status: domain.status }),
    ...(domain?.health !== undefined && { platform_domain_health: domain.health }),
  };
}

/** Lifting a suspension must not unlock an unverified account: only its owner can. */
function statusAfter(
  status: NonNullable<UpdateAccountBody['status']>,
  { signup_pending }: AccountRow,
): AccountRow['status'] {
  return status === 'active' && signup_pending ? 'pending_verification' : status;
}

/** Times are normalised to UTC. */
function storedWarmup(warmup: NonNullable<UpdateAccountBody['warmup']>): Warmup {
  return { ...warmup, until: new Date(warmup.until).toISOString() };
}
