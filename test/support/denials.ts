import { TIERS } from '../../shared/contract/limits.ts';

/**
 * Why the denial envelope of a refusal misleads, or null. Clients turn `reason_axis` into a sentence without
 * looking at the code, for example "this requires the pro plan", so each axis is allowed only where its
 * sentence is true.
 */
export function falseDenial(
  code: string | undefined,
  details: Readonly<Record<string, unknown>> = {},
): string | null {
  const { reason_axis: axis, required_tier: tier, required_mailbox_mode: mode } = details;
  switch (axis) {
    case undefined:
      return null;
    case 'tier':
      return TIERS.some((each) => each === tier) ? null : `${code} blames the plan without naming one`;
    case 'mailbox_config':
      return typeof mode === 'string' ? null : `${code} blames the mailbox without naming a mode`;
    case 'account_policy':
      return code === 'MESSAGE_DELETE_NOT_PERMITTED' ? null : `${code} blames the account policy`;
    case 'recipient_containment':
      return code === 'RECIPIENT_AGENT_CONTAINED' ? null : `${code} blames containment`;
    default:
      return `${code} has the axis ${String(axis)}, for which no sentence is true`;
  }
}

interface Refusal {
  readonly code?: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Fails the test in which a refusal misleads. */
export function assertTrueDenial({ code, details }: Refusal): void {
  const misleading = falseDenial(code, details);
  if (misleading !== null) throw new Error(misleading);
}
