import { TIER_LIMITS, TIERS, type TierLimits } from '../../shared/contract/limits.ts';
import { denied, ServiceError } from '../platform/errors/service-error.ts';
import { limitsOf, type PlanColumns } from './plan.ts';

/** Refusal reasons of the counted resources. */
const REASONS = {
  mailboxes: 'mailbox_limit',
  webhooks: 'webhook_limit',
  customDomains: 'domain_limit',
} as const satisfies Partial<Record<keyof TierLimits, string>>;

/** Refuses one more when the plan has no more, and names the least plan that has. */
export function assertOneMore(plan: PlanColumns, kind: keyof typeof REASONS, count: number): void {
  const limit = limitsOf(plan)[kind];
  if (count < limit) return;
  const larger = TIERS.find((each) => TIER_LIMITS[each][kind] > limit);
  const facts = { reason: REASONS[kind], limit };
  throw larger === undefined
    ? new ServiceError('TIER_LIMIT', facts)
    : denied('TIER_LIMIT', { reason_axis: 'tier', ...facts, required_tier: larger });
}
