import {
  type Plan,
  TIER_LIMITS,
  type Tier,
  type TierLimits,
  UNLIMITED_PLAN,
} from '../../shared/contract/limits.ts';

/** The columns that decide the ceilings of an account. */
export interface PlanColumns {
  readonly tier: Tier;
  /** The tier's ceilings don't apply. */
  readonly unlimited: boolean;
}

/** The ceilings of an account's plan. */
export function limitsOf({ tier, unlimited }: PlanColumns): TierLimits {
  return unlimited ? UNLIMITED_PLAN : TIER_LIMITS[tier];
}

export function planOf({ tier, unlimited }: PlanColumns): Plan {
  return unlimited ? 'unlimited' : tier;
}

/** The columns of a plan: `unlimited` has every feature, so its tier is `pro`. */
export function columnsOfPlan(plan: Plan): PlanColumns {
  return plan === 'unlimited' ? { tier: 'pro', unlimited: true } : { tier: plan, unlimited: false };
}

/** Only accounts without ceilings name their plan to customers: for all others the tier is the plan. */
export function planField(account: PlanColumns): { plan?: 'unlimited' } {
  return account.unlimited ? { plan: 'unlimited' } : {};
}
