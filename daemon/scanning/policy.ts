import {
  DECISION_OF_PII_ACTION,
  OUTBOUND_PII_KEYS,
  type OutboundPiiKey,
  SCANNER_POLICY_DEFAULTS,
  type ScanDecision,
  type ScannerPolicy,
} from '../../shared/contract/scan.ts';
import type { ResolvedPolicy } from './types.ts';

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
