import { ERRORS, type ErrorActor, type ErrorCode, isErrorCode } from './contract/errors.ts';

type HintFacts = Readonly<Record<string, unknown>>;

const ADD_RECIPIENT = 'Ask a person to add this recipient.';
const OTHER_KEY = 'Use another idempotency key.';
const LOOK_FIRST = 'Look at the message before you send it again.';

/**
 * Advice for agents, per code. It never names a command or setting that changes a rule: an agent that was
 * talked into something would try it, or tell a person to.
 */
const ADVICE: Partial<Record<ErrorCode, string>> = {
  RECIPIENT_NOT_ON_ALLOWLIST: ADD_RECIPIENT,
  RECIPIENT_AGENT_CONTAINED: ADD_RECIPIENT,
  SANDBOX_RECIPIENT_NOT_VERIFIED: 'Ask a person to confirm this recipient.',
  RECIPIENT_SUPPRESSED: "Don't write to this recipient. A person can say why.",
  RECIPIENT_ROLE_ADDRESS: 'A reply to mail from this address is allowed.',
  RECIPIENT_NOT_IN_THREAD: 'Choose one of the participants of the thread.',
  AMBIGUOUS_THREAD_RECIPIENT: 'Name one of the participants of the thread.',
  AMBIGUOUS_THREAD_MAILBOX: 'Name one of the mailboxes.',
  ESTATE_CONTINUITY_REPLY_ONLY: 'Reply to a message instead.',
  AGENT_SENDING_DISABLED: 'Ask a person to send it.',
  AGENT_FORWARDING_DISABLED: 'Ask a person to forward it.',
  AGENT_DRAFTING_DISABLED: 'Ask a person to write it.',
  EMAIL_EFFECT_HELD: "A person decides. Sending it again doesn't help.",
  DRAFT_REJECTED_BY_RESCAN: 'Change the text of the draft.',
  IDEMPOTENCY_KEY_BOUND_TO_DRAFT: OTHER_KEY,
  IDEMPOTENCY_KEY_BOUND_TO_IMMEDIATE_SEND: OTHER_KEY,
  IDEMPOTENCY_KEY_REUSED: OTHER_KEY,
  IDEMPOTENT_REQUEST_NOT_PROVEN_SENT: LOOK_FIRST,
  DISPATCH_INDETERMINATE: LOOK_FIRST,
  ATTACHMENT_SCAN_ERROR: 'Upload the file again.',
  INVALID_CURSOR: 'Start again without a cursor.',
  CONFLICT: 'Check the current state, then try again.',
  UNAUTHORIZED: 'Ask a person for a working key.',
  API_KEY_REVOKED: 'Ask a person for a working key.',
};

const BY_ACTOR: Readonly<Record<ErrorActor, string | undefined>> = {
  caller: undefined,
  human: 'Ask a person.',
  operator: 'Ask a person: the operator of the service has to act.',
  time: 'Try again later.',
};

/** Advice after a refusal; undefined when the message says it, or for codes of other sources. */
export function agentHint(code: string, details: HintFacts = {}): string | undefined {
  if (!isErrorCode(code)) return undefined;
  const wait = waitHint(details);
  if (wait !== undefined) return `${wait.charAt(0).toUpperCase()}${wait.slice(1)}.`;
  return ADVICE[code] ?? BY_ACTOR[ERRORS[code].actor];
}

/** The wait that a temporary refusal names. */
export function waitHint(details: HintFacts): string | undefined {
  const wait = details.retry_after ?? details.retry_after_seconds;
  if (typeof wait !== 'number') return undefined;
  return wait > 120 ? `try again in ${Math.ceil(wait / 60)} minutes` : `try again in ${wait} seconds`;
}
