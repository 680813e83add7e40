import {
  OUTBOUND_PII_ACTIONS,
  OUTBOUND_PII_KEYS,
  PII_TYPES,
  type PiiRedactionConfig,
  SCANNER_POLICY_DEFAULTS,
  type ScannerPolicy,
} from '../contract/scan.ts';
import { LANGUAGE_MODES } from '../contract/values.ts';

/** Compares how strictly two settings of a mailbox scan and redact. */

/** From strict to loose: a hash still tells equal values, a mask shows a part. */
const OPERATORS = ['replace_with_type', 'hash_replace', 'partial_mask'] as const;

/** Whether the second policy finds or holds less than the first in any respect. */
export function scansLess(before: ScannerPolicy | null, after: ScannerPolicy | null): boolean {
  const [old, next] = [withDefaults(before), withDefaults(after)];
  return (
    LANGUAGE_MODES.indexOf(next.language_mode) > LANGUAGE_MODES.indexOf(old.language_mode) ||
    addsTo(old.disabled_scanners, next.disabled_scanners) ||
    addsTo(old.disabled_proxy_criteria, next.disabled_proxy_criteria) ||
    OUTBOUND_PII_KEYS.some((key) => severity(next, key) < severity(old, key)) ||
    (needsNote(old) && !needsNote(next))
  );
}

/** Whether the second configuration shows more of any type of personal data than the first. */
export function redactsLess(before: PiiRedactionConfig | null, after: PiiRedactionConfig | null): boolean {
  return PII_TYPES.some((type) => shownOf(after, type) > shownOf(before, type));
}

type FullPolicy = { readonly [Key in keyof ScannerPolicy]-?: NonNullable<ScannerPolicy[Key]> };

function withDefaults(policy: ScannerPolicy | null): FullPolicy {
  return { ...SCANNER_POLICY_DEFAULTS, ...policy } as FullPolicy;
}

function needsNote({ outbound_review_policy: policy }: FullPolicy): boolean {
  return policy.approval_note === 'required_for_sensitive_pii';
}

function addsTo(before: readonly string[], after: readonly string[]): boolean {
  return after.some((each) => !before.includes(each));
}

function severity(policy: FullPolicy, key: (typeof OUTBOUND_PII_KEYS)[number]): number {
  const action = policy.outbound_pii_policy[key] ?? SCANNER_POLICY_DEFAULTS.outbound_pii_policy[key];
  return OUTBOUND_PII_ACTIONS.indexOf(action);
}

function shownOf(config: PiiRedactionConfig | null, type: (typeof PII_TYPES)[number]): number {
  const { visibility = 'redact', operator = 'replace_with_type' } = config?.[type] ?? {};
  return visibility === 'show' ? OPERATORS.length : OPERATORS.indexOf(operator);
}
