import type { ErrorCode } from '../../shared/contract/errors.ts';

/** Advice that would let a refused message pass, for readers of a dry run. */
const REMEDIES: Partial<Record<ErrorCode, string>> = {
  RECIPIENT_SUPPRESSED: 'Remove the recipient from the suppression list if they want mail again.',
  ACCOUNT_SUSPENDED: 'Ask the operator to lift the suspension.',
  MAILBOX_SUSPENDED: 'Ask the operator to resume the mailbox.',
  ESTATE_CONTINUITY_REPLY_ONLY: 'Reply in a thread, or send from a mailbox created after the trial.',
  AGENT_SENDING_DISABLED: 'A signed-in person can set agent_authoring_mode to send_and_draft.',
  RECIPIENT_AGENT_CONTAINED: 'Add the recipient to the allowlist, or set agent_send_policy to open.',
  RECIPIENT_NOT_ON_ALLOWLIST: 'Add the recipient to the allowlist of the mailbox.',
  SANDBOX_RECIPIENT_NOT_VERIFIED: 'Add the recipient and wait for the confirmation, or choose a paid plan.',
  SEND_WINDOW_CLOSED: 'Wait until the window opens. A signed-in person can change it.',
  SANDBOX_TRIAL_EXPIRED: 'Choose a paid plan.',
  SANDBOX_TRIAL_BUDGET_EXHAUSTED: 'Choose a paid plan.',
  RECIPIENT_ADDRESS_INVALID: 'Correct the address.',
  RECIPIENT_DOMAIN_TYPO_SUSPECTED: 'Correct the domain. The details have a suggestion.',
  RECIPIENT_ROLE_ADDRESS: 'Write to a person, or reply to mail from that address.',
  RECIPIENT_DISPOSABLE_ADDRESS: 'Ask for a permanent address, or reply to mail from this one.',
  RECIPIENT_UNDELIVERABLE: "Correct the address. It can't receive mail.",
  STORAGE_QUOTA_EXCEEDED: 'Delete messages, or choose a plan with more storage.',
  DOMAIN_UNHEALTHY: 'Try again when the domain is healthy.',
  DOMAIN_UNAVAILABLE: 'Try again when the domain is available.',
  REPLY_LOOP_DETECTED: 'Wait, or have a person reply.',
  RATE_LIMITED: 'Try again after the time given in the details.',
};

export function remedyFor(code: ErrorCode): string | null {
  return REMEDIES[code] ?? null;
}
