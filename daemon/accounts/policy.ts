import type { updateAccountPolicy as contract } from '../../shared/contract/account-policy.ts';
import type { BodyOf, ReplyOf } from '../../shared/contract/endpoint.ts';
import { TIER_LIMITS, TIERS } from '../../shared/contract/limits.ts';
import { POLICY_MODES } from '../../shared/contract/values.ts';
import type { Principal } from '../access/principal.ts';
import { assertFreshReauth } from '../access/reauth/assert.ts';
import type { Context } from '../context.ts';
import { ServiceError } from '../errors.ts';
import { limitsOf, type PlanColumns, planOf } from '../policies/plan.ts';
import type { PolicyMode } from '../store/schema.ts';
import type { Queries } from '../store/store.ts';

type AccountPolicyBody = BodyOf<typeof contract>;

/** New mailboxes have this mode's values when no mode is set. */
const UNSET_RESOLVES_TO: PolicyMode = 'trusted';

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

/** Changes the policy. A key may only tighten it, and a request with any loosening counts as loosening. */
export async function updateAccountPolicy(
  context: Context,
  principal: Principal,
  body: AccountPolicyBody,
): Promise<ReplyOf<typeof contract>> {
  const { id } = principal.account;
  if (body.require_effect) assertTakesEffect(principal.account, body.custom_daily_send_limit ?? null);
  const loosened = loosenedFields(await readPolicy(context.store.read, id), body);
  if (loosened.length > 0) await assertMayLoosen(context, principal, { body, fields: loosened });
  return context.store.write({ account: id }, async (transaction) => {
    const before = await readPolicy(transaction.db, id);
    const meanwhile = loosenedFields(before, body);
    // A parallel request tightened the policy, so this one loosens it now.
    if (loosened.length === 0 && meanwhile.length > 0) throw needsPerson(principal, meanwhile);
    const changes = changesOf(body);
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

/** Fields that a request loosens: a raised or cleared limit, a mode closer to `trusted`. */
function loosenedFields(current: PolicyRow, body: AccountPolicyBody): string[] {
  const next = { ...current, ...changesOf(body) };
  const limit = current.custom_daily_send_limit;
  const fields: string[] = [];
  if (limit !== null && (next.custom_daily_send_limit ?? Number.POSITIVE_INFINITY) > limit) {
    fields.push('custom_daily_send_limit');
  }
  if (looseness(next) > looseness(current)) fields.push('default_policy_mode');
  return fields;
}

function looseness(row: PolicyRow): number {
  return POLICY_MODES.indexOf(row.default_policy_mode ?? UNSET_RESOLVES_TO);
}

async function assertMayLoosen(
  context: Context,
  principal: Principal,
  { body, fields }: { readonly body: AccountPolicyBody; readonly fields: readonly string[] },
): Promise<void> {
  if (principal.method !== 'session') throw needsPerson(principal, fields);
  await assertFreshReauth(context, principal, {
    scope: 'account_policy_loosen',
    values: body,
    token: body.reauth_token,
    challenge: body.reauth_challenge,
  });
}

function needsPerson(principal: Principal, fields: readonly string[]): ServiceError {
  return principal.method === 'session'
    ? new ServiceError('REAUTH_REQUIRED', { fields })
    : new ServiceError('REAUTH_REQUIRES_SESSION', { fields });
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
    resolved_default_policy_mode: mode ?? UNSET_RESOLVES_TO,
    ...(isPointless && {
      warnings: [{ code: 'daily_limit_above_ceiling' as const, message: aboveCeiling(row, limit) }],
    }),
  };
}
