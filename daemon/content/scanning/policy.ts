import {
  DECISION_OF_PII_ACTION,
  OUTBOUND_PII_KEYS,
  type OutboundPiiKey,
  type PiiType,
  SCANNER_POLICY_DEFAULTS,
  type ScanDecision,
  type ScannerPolicy,
} from '../../../shared/contract/scan.ts';
import type { ResolvedPolicy } from './types.ts';

/** Personal data that has a policy of its own in outbound mail. */
export const POLICY_OF_TYPE: Partial<Record<PiiType, OutboundPiiKey>> = {
  US_SSN: 'ssn',
  CREDIT_CARD: 'credit_card',
  PHONE_NUMBER: 'phone_number',
};

/** Fills in the defaults of what a mailbox leaves open. */
export function resolvePolicy(policy: ScannerPolicy | null): ResolvedPolicy {
  const actionOf = (key: OutboundPiiKey) =>
    policy?.outbound_pii_policy?.[key] ?? SCANNER_POLICY_DEFAULTS.outbound_pii_policy[key];
  const outboundPii = Object.fromEntries(
    OUTBOUND_PII_KEYS.map((key) => [key, DECISION_OF_PII_ACTION[actionOf(key)]]),
  ) as Record<OutboundPiiKey, ScanDecision>;
  return {
    languageMode: policy?.language_mode ?? SCANNER_POLICY_DEFAULTS.language_mode,
    disabledScanners: new Set(policy?.disabled_scanners),
    disabledCriteria: new Set(policy?.disabled_proxy_criteria),
    outboundPii,
  };
}
