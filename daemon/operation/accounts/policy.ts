import type { updateAccountPolicy as contract } from '../../../shared/contract/account-policy.ts';
import type { BodyOf, ReplyOf } from '../../../shared/contract/endpoint.ts';
import { TIER_LIMITS, TIERS } from '../../../shared/contract/limits.ts';
import { ACCOUNT_RULES, looseningsOf, UNSET_POLICY_MODE } from '../../../shared/policies/loosening.ts';
import { limitsOf, type PlanColumns, planOf } from '../../access/plan.ts';
import type { Principal } from '../../access/principal.ts';
import type { Context } from '../../context.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import type { PolicyMode } from '../../platform/store/schema.ts';
import type { Queries } from '../../platform/store/store.ts';
import { assertMayLoosen, assertStillMayLoosen, proofIn } from '../../rules/policies/fresh-proof.ts';

type AccountPolicyBody = BodyOf<typeof contract>;

interface PolicyRow extends PlanColumns {
  readonly custom_daily_send_limit: number | null;
  readonly default_policy_mode: PolicyMode | null;
}

export async function getAccountPolicy(
  context: Pick<Context, 'store'>,
  principal: Principal,
): Promise<ReplyOf<typeof contract>> {
  return project(await readPolicy(context.store.read, principal.account.id));
}

/** Changes the policy. A key may only tighten it. */
export async function updateAccountPolicy(
  context: Context,
  principal: Principal,
  body: AccountPolicyBody,
): Promise<ReplyOf<typeof contract>> {
  const { id } = principal.account;
  if (body.require_effect) assertTakesEffect(principal.account, body.custom_daily_send_limit ?? null);
  const changes = changesOf(body);
  const loosenedIn = (policy: PolicyRow) => looseningsOf(ACCOUNT_RULES, policy, changes);
  const loosened = loosenedIn(await readPolicy(context.store.read, id));
  await assertMayLoosen(context, principal, { loosened, proof: proofIn(body, 'account_policy_loosen') });
  return context.store.write({ account: id }, async (transaction) => {
    const before = await readPolicy(transaction.db, id);
    await assertStillMayLoosen(transaction, principal, { proven: loosened, loosened: loosenedIn(before) });
    const after = { ...before, ...changes };
    for (const field of FIELDS) {
      if (before[field] === after[field]) continue;
      await transaction.audit({
        kind: `account.${field}.updated`,
        accountId: id,
        actor: principal.actor,
        before: before[field],
        after: after[field],
      });
    }
    if (Object.keys(changes).length > 0) {
      await transaction.db.updateTable('accounts').set(changes).where('id', '=', id).execute();
    }
    return project(after);
  });
}

const FIELDS = ['custom_daily_send_limit', 'default_policy_mode'] as const;

function changesOf(body: AccountPolicyBody): Partial<Pick<PolicyRow, (typeof FIELDS)[number]>> {
  const { custom_daily_send_limit: limit, default_policy_mode: mode } = body;
  return {
    ...(limit !== undefined && { custom_daily_send_limit: limit }),
    ...(mode !== undefined && { default_policy_mode: mode }),
  };
}

function readPolicy(db: Queries, accountId: string): Promise<PolicyRow> {
  return db
    .selectFrom('accounts')
    .select([...FIELDS, 'tier', 'unlimited'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
}

/** Refuses a limit that the plan's ceiling makes pointless, and names the least tier in which it counts. */
function assertTakesEffect(plan: PlanColumns, limit: number | null): void {
  const ceiling = limitsOf(plan).dailySendCeiling;
  if (limit === null || limit <= ceiling) return;
  const facts = { reason: 'daily_send_ceiling', limit: ceiling };
  const larger = TIERS.find((tier) => TIER_LIMITS[tier].dailySendCeiling >= limit);
  throw new ServiceError(
    'TIER_LIMIT',
    larger === undefined ? facts : { reason_axis: 'tier', ...facts, required_tier: larger },
    { message: aboveCeiling(plan, limit) },
  );
}

function aboveCeiling(plan: PlanColumns, limit: number): string {
  const ceiling = limitsOf(plan).dailySendCeiling;
  return `The plan ${planOf(plan)} allows at most ${ceiling} sends a day, so a limit of ${limit} would have no effect.`;
}

function project(row: PolicyRow): ReplyOf<typeof contract> {
  const { custom_daily_send_limit: limit, default_policy_mode: mode } = row;
  const isPointless = limit !== null && limit > limitsOf(row).dailySendCeiling;
  return {
    custom_daily_send_limit: limit,
    default_policy_mode: mode,
    resolved_default_policy_mode: mode ?? UNSET_POLICY_MODE,
    ...(isPointless && {
      warnings: [{ code: 'daily_limit_above_ceiling' as const, message: aboveCeiling(row, limit) }],
    }),
  };
}
