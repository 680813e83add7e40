import { CURRENT_VERSIONS } from '../../../shared/contract/mailbox-policies.ts';
import { denied, ServiceError } from '../../platform/errors/service-error.ts';
import type { Queries } from '../../platform/store/store.ts';

const CODE = 'INSTRUCTION_TRUST_ACCOUNTABILITY_REQUIRED';

/**
 * Requires an active account that pays or is exempt from paying: trusted instructions need an accountable
 * owner.
 */
export async function assertAccountable(db: Queries, accountId: string): Promise<void> {
  const { status, tier, billing_exempt } = await db
    .selectFrom('accounts')
    .select(['status', 'tier', 'billing_exempt'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  if (status === 'active' && (tier !== 'sandbox' || billing_exempt)) return;
  throw tier === 'sandbox'
    ? denied(CODE, { reason_axis: 'tier', required_tier: 'pay_as_you_go' })
    : new ServiceError(CODE, { reason: 'account_not_active' });
}

/** Refuses unless the current version of the residual risk was acknowledged. */
export function assertResidualRiskKnown(acknowledged: string | undefined): void {
  const current = CURRENT_VERSIONS.residual_risk;
  if (acknowledged !== current) {
    throw new ServiceError('INSTRUCTION_TRUST_RESIDUAL_ACK_REQUIRED', { current_version: current });
  }
}
