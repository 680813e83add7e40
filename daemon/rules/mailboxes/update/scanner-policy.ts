import {
  DISABLEABLE_CRITERIA,
  MANDATORY_CRITERIA,
  OUTBOUND_PII_ACTIONS,
  OUTBOUND_PII_KEYS,
  type OutboundPiiAction,
  type OutboundPiiKey,
  PII_TYPES,
  SCANNER_POLICY_DEFAULTS,
  type ScannerPolicy,
  type ScannerPolicyInput,
} from '../../../../shared/contract/scan.ts';
import { ServiceError } from '../../../platform/errors/service-error.ts';

/** Merges a scanner policy into the stored one, and checks and compares it. */

type Redaction = Readonly<Record<string, object>>;

/** The stored policy after a change: null resets, `{}` changes nothing, present keys overwrite. */
export function mergeScannerPolicy(
  stored: ScannerPolicy | null,
  change: ScannerPolicyInput | null,
): ScannerPolicy | null {
  if (change === null) return null;
  assertKnownNames(change);
  const merged: Record<string, unknown> = { ...stored, ...change };
  const kept = Object.keys(SCANNER_POLICY_DEFAULTS).filter((key) => merged[key] !== undefined);
  if (kept.length === 0) return stored;
  return Object.fromEntries(kept.map((key) => [key, merged[key]])) as ScannerPolicy;
}

function assertKnownNames(change: ScannerPolicyInput): void {
  const criteria = change.disabled_proxy_criteria ?? [];
  const unusable = criteria.filter((name) => !DISABLEABLE_CRITERIA.some((known) => known === name));
  if (unusable.length > 0) {
    const mandatory = unusable.some((name) => MANDATORY_CRITERIA.some((known) => known === name));
    throw unprocessable(
      { criteria: unusable },
      'scanner_policy.disabled_proxy_criteria',
      mandatory ? "contains criteria that can't be changed" : 'contains unknown criteria',
    );
  }
  const keys = Object.keys(change.outbound_pii_policy ?? {});
  assertNamesAmong(keys, OUTBOUND_PII_KEYS, 'scanner_policy.outbound_pii_policy');
}

/** Refuses unknown types of personal data. */
export function assertRedactionTypes(config: Redaction | null): void {
  assertNamesAmong(Object.keys(config ?? {}), PII_TYPES, 'pii_redaction_config');
}

function assertNamesAmong(names: readonly string[], known: readonly string[], path: string): void {
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw unprocessable({ keys: unknown }, path, 'has unknown keys');
}

function unprocessable(facts: Readonly<Record<string, unknown>>, path: string, message: string) {
  return new ServiceError(
    'VALIDATION_ERROR',
    { ...facts, issues: [{ path, message }] },
    { status: 422, message: `Invalid body: ${path}: ${message}` },
  );
}

/** The features of a change that need a paid plan; values that are stored already aren't new. */
export function paidScannerChanges(before: ScannerPolicy | null, after: ScannerPolicy | null): string[] {
  const fields: string[] = [];
  const disables = (policy: ScannerPolicy | null) => policy?.disabled_scanners?.includes('pii') ?? false;
  if (disables(after) && !disables(before)) fields.push('disabled_scanners');
  const relaxes = OUTBOUND_PII_KEYS.some((key) =>
    isPaidAction(key, actionOf(before, key), actionOf(after, key)),
  );
  if (relaxes) fields.push('outbound_pii_policy');
  return fields;
}

function actionOf(policy: ScannerPolicy | null, key: OutboundPiiKey): OutboundPiiAction {
  return policy?.outbound_pii_policy?.[key] ?? SCANNER_POLICY_DEFAULTS.outbound_pii_policy[key];
}

function isPaidAction(key: OutboundPiiKey, before: OutboundPiiAction, after: OutboundPiiAction): boolean {
  if (after === before) return false;
  const severity = (action: OutboundPiiAction) => OUTBOUND_PII_ACTIONS.indexOf(action);
  const belowDefault = severity(after) < severity(SCANNER_POLICY_DEFAULTS.outbound_pii_policy[key]);
  return after === 'review' || (belowDefault && severity(after) < severity(before));
}
