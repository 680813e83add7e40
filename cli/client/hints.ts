import { agentHint, waitHint } from '../../shared/agent-hints.ts';
import type { ErrorCode } from '../../shared/contract/errors.ts';

const MORE_PLAN = 'the operator can change the plan: agentmail operator accounts update ACCOUNT --tier TIER';
const SIGN_IN = 'sign in: agentmail login EMAIL; a key in AGENTMAIL_KEY takes precedence, so unset it';
const NEW_SMS_CODE = 'agentmail verify resend-phone sends a new one';
const OTHER_KEY = 'omit --idempotency-key, or use another key';
const LOOK_FIRST = 'check it before sending again: agentmail messages show {message_id|MESSAGE}';
const ALLOW = 'agentmail allowlist add {recipient|ADDRESS}';
const FAMILIES = 'pdf, text, csv or image';
const DOMAIN_STATE = 'agentmail domains list shows the state of each domain';

/**
 * Advice per error code, for people unless `FOR_ANYONE` lists the code. `{name|WORD}` is replaced by that
 * detail of the error, or by the word.
 */
export const HINTS: Partial<Record<ErrorCode, string>> = {
  UNAUTHORIZED:
    'AGENTMAIL_KEY overrides the stored key; agentmail profiles set NAME --key stores another; the operator can create one: agentmail operator accounts key EMAIL --save-as NAME --force',
  API_KEY_REVOKED:
    'create a new one with an admin key: agentmail keys create --role ROLE; without one, as after agentmail operator accounts restore EMAIL of a deleted account, the operator can: agentmail operator accounts key EMAIL --save-as default --force',
  INSUFFICIENT_SCOPE: 'use a profile with an admin key: --profile NAME',
  MAILBOX_ACCESS_DENIED: 'agentmail whoami shows the mailboxes that this key is bound to',
  EMAIL_NOT_VERIFIED: 'enter the emailed code: agentmail verify email',
  PHONE_NOT_VERIFIED: 'enter the code from the text message: agentmail verify phone',
  VERIFICATION_CODE_EXPIRED: 'agentmail verify resend-email EMAIL sends a new one',
  PHONE_VERIFICATION_EXPIRED: NEW_SMS_CODE,
  PHONE_VERIFICATION_ATTEMPTS_EXCEEDED: NEW_SMS_CODE,
  MFA_REQUIRED: 'add the code as the next line of stdin; a code by text message also needs its --challenge',
  SESSION_AUTH_REQUIRED: SIGN_IN,
  REAUTH_REQUIRES_SESSION: SIGN_IN,
  BODY_FORMAT_HTML_SESSION_ONLY: SIGN_IN,
  REAUTH_REQUIRED: 'run it in a terminal to be prompted, or pass the code as the last line of stdin',
  REAUTH_INVALID_CHALLENGE: 'agentmail reauth ACTION sends a new code',
  CLI_SIGNUP_CODE_REQUIRED: 'anyone with an account can create one: agentmail account invite',
  CLI_SIGNUP_CODE_INVALID: 'anyone with an account can create a new one: agentmail account invite',
  SIGNUP_CLOSED: 'the operator can open it: agentmail config set access.signup open',

  INVALID_CURSOR: 'start again without a cursor',
  INVALID_EMAIL: 'use an address, or @example.com for the whole domain',
  IMAP_FOLDER_REQUIRED: 'agentmail mailboxes create NAME --folder FOLDER',
  SELF_HOSTED_PROBE_FAILED: 'correct the servers and log-ins, and run the command again',
  FOLDER_ALREADY_CLAIMED: 'agentmail mailboxes list shows which mailbox reads it',
  PLATFORM_DOMAIN_NOT_TARGETABLE: 'omit --domain',
  INVALID_FILE_FAMILY: FAMILIES,
  INVALID_FILE_FAMILY_WILDCARD: FAMILIES,
  EMPTY_ALLOWED_FILE_FAMILIES: `choose with --family: ${FAMILIES}`,
  IMAP_FOLDER_NOT_FOUND: 'choose an existing folder with --folder FOLDER',
  OUTBOUND_HTML_ACTIVE_CONTENT_REJECTED: 'remove the content listed in categories, then send again',
  DISCLAIMER_REQUIRED: 'accept it: --accept-disclaimer {current_version|VERSION}',
  DISCLAIMER_VERSION_MISMATCH: 'accept the current one: --accept-disclaimer {current_version|VERSION}',
  INSTRUCTION_TRUST_RESIDUAL_ACK_REQUIRED: 'acknowledge it: --accept-risk {current_version|VERSION}',
  INSTRUCTION_TRUST_ADDRESS_ATTESTATION_REQUIRED: 'attest that the address is right: --attest',
  INSTRUCTION_TRUST_STRICT_CHOICE_REQUIRED: 'choose: --strict on, or --strict off',
  TIMEZONE_REQUIRED: 'example: 2030-01-31T09:00:00Z or 2030-01-31T09:00:00+01:00',
  REVIEW_NOTE_REQUIRED: 'add --reason TEXT',

  TIER_LIMIT: MORE_PLAN,
  SANDBOX_TRIAL_BUDGET_EXHAUSTED: MORE_PLAN,
  SANDBOX_TRIAL_EXPIRED: MORE_PLAN,
  INSTRUCTION_TRUST_ACCOUNTABILITY_REQUIRED: MORE_PLAN,
  OUTBOUND_ATTACHMENTS_INELIGIBLE: MORE_PLAN,
  ATTACHMENT_PREVIEW_DISABLED: MORE_PLAN,
  STORAGE_QUOTA_EXCEEDED: 'agentmail account usage shows how much is stored',
  ACCOUNT_SUSPENDED: 'the operator can lift it: agentmail operator accounts update ACCOUNT --status active',
  MAILBOX_SUSPENDED:
    'the operator can resume it: agentmail operator mailboxes update MAILBOX_ID --status active',
  DOMAIN_SUSPENDED: DOMAIN_STATE,
  MESSAGE_DELETE_NOT_PERMITTED: 'a person can allow it: agentmail account agent-delete on',
  LEGAL_HOLD_ACTIVE: 'agentmail holds list',

  ALLOWLIST_EMPTY: 'agentmail allowlist add ADDRESS first, or repeat with --force-empty',
  ALLOWLIST_LAST_ENTRY: 'to empty the list anyway, repeat with --force-empty',
  SENDER_POLICY_FLIP_EMPTY_ALLOWLIST: 'agentmail senders allow ADDRESS first, or repeat with --force-empty',
  RECIPIENT_SUPPRESSED:
    'agentmail suppressions list shows why; agentmail suppressions remove ADDRESS removes it',
  RECIPIENT_NOT_ON_ALLOWLIST: ALLOW,
  RECIPIENT_AGENT_CONTAINED: ALLOW,
  SANDBOX_RECIPIENT_NOT_VERIFIED: 'ask them to confirm: agentmail recipients add {recipient|ADDRESS}',
  RECIPIENT_DOMAIN_TYPO_SUSPECTED: 'did you mean {suggestion|another domain}?',
  RECIPIENT_ROLE_ADDRESS: 'replying to mail from this address is allowed: agentmail reply MESSAGE',
  RECIPIENT_NOT_IN_THREAD: 'agentmail threads show THREAD lists the participants',
  AMBIGUOUS_THREAD_RECIPIENT: 'name one with --to ADDRESS',
  AMBIGUOUS_THREAD_MAILBOX: 'name one with --from MAILBOX',
  ESTATE_CONTINUITY_REPLY_ONLY: 'agentmail reply MESSAGE, or send --from another mailbox',
  AGENT_SENDING_DISABLED: 'a person can change the policy: agentmail policy set-mode MODE',
  AGENT_DRAFTING_DISABLED: 'a person can change the policy: agentmail policy set-mode MODE',
  AGENT_FORWARDING_DISABLED:
    'a person can change that: agentmail mailboxes update MAILBOX --agent-forwarding review',
  SEND_WINDOW_CLOSED: 'agentmail policy show shows when it opens',
  AUTOMATIC_MAIL: 'leave it, or have a person answer it',
  REPLY_LOOP_DETECTED: 'agentmail threads show {thread_id|THREAD}',

  OUTBOUND_ATTACHMENTS_DISABLED:
    'a person can turn them on: agentmail mailboxes outbound-attachments on MAILBOX --accept-disclaimer VERSION',
  OUTBOUND_IMAGE_DISCLAIMER_REQUIRED:
    'a person can accept it: agentmail mailboxes outbound-attachments on MAILBOX --accept-disclaimer VERSION --accept-image-risk VERSION',
  ATTACHMENT_ACCESS_INELIGIBLE: 'a person can change that: agentmail mailboxes attachments MAILBOX',
  ATTACHMENT_POLICY_CONFLICT: 'check the current policy, then try again: agentmail mailboxes show MAILBOX',
  ATTACHMENT_SCAN_PENDING: "agentmail attachments status ID shows when it's done",
  ATTACHMENT_SCAN_ERROR: 'agentmail attachments stage FILE uploads it again',
  ATTACHMENTS_REQUIRE_SYNC_SEND: "omit --at, and send the draft when it's due",
  ATTACHMENT_PREVIEW_PENDING: "agentmail attachments list MESSAGE shows when it's ready",
  TRUSTED_SOURCE_ALREADY_EXISTS: 'agentmail trust list',
  TRUSTED_SOURCE_NOT_FOUND: 'agentmail trust list',

  DECISION_PENDING: 'to take the pending decision back: agentmail review undo MESSAGE',
  CONFLICT: 'check the current state, then try again',
  WEBHOOK_DISABLED: 'agentmail webhooks update WEBHOOK --enabled on',
  DRAFT_ALREADY_SENT: 'agentmail drafts show DRAFT shows the result',
  DRAFT_REJECTED_BY_RESCAN: 'agentmail drafts update DRAFT changes it',
  DOMAIN_PROVISIONING_PENDING: 'publish the DNS records that agentmail domains show DOMAIN lists',
  DOMAIN_PROVISIONING_FAILED:
    'check the DNS records that agentmail domains show DOMAIN lists, then agentmail domains verify DOMAIN',

  IDEMPOTENCY_KEY_BOUND_TO_DRAFT: OTHER_KEY,
  IDEMPOTENCY_KEY_BOUND_TO_IMMEDIATE_SEND: OTHER_KEY,
  IDEMPOTENCY_KEY_REUSED: OTHER_KEY,
  IDEMPOTENT_REQUEST_IN_FLIGHT: 'agentmail idempotency KEY shows the result',
  IDEMPOTENT_REQUEST_NOT_PROVEN_SENT: LOOK_FIRST,
  DISPATCH_INDETERMINATE: LOOK_FIRST,
  EMAIL_EFFECT_HELD: 'a person must review it: agentmail review; send --wait waits for the decision',
  EMAIL_EFFECT_REJECTED: 'agentmail messages show {message_id|MESSAGE} shows the findings',
  EMAIL_EFFECT_PARTIAL: 'agentmail messages show {message_id|MESSAGE} shows who has it',
  EMAIL_EFFECT_HELD_INFRA: 'agentmail messages show {message_id|MESSAGE} shows its progress',
  DISPATCH_DEFERRED: 'the operator can test the relay: agentmail operator mail probe',
  DOMAIN_UNHEALTHY: DOMAIN_STATE,
  DOMAIN_UNAVAILABLE: DOMAIN_STATE,
  RATE_LIMITED: 'agentmail quota shows the sends left and when they reset',
  SERVICE_UNAVAILABLE: 'agentmail status',
  INTERNAL_ERROR: 'agentmail logs shows the cause',
};

/** Advice per reason in `details`, whatever the code. */
export const REASON_HINTS: Readonly<Record<string, string>> = {
  name_in_use: 'choose another name; the name of a deleted mailbox stays reserved',
  sandbox_only: 'only trial accounts need confirmation: agentmail send',
  already_pending: 'agentmail recipients resend RECIPIENT_ID sends a new link',
  already_confirmed: 'no confirmation is needed: agentmail send',
  recipient_ramp: 'more recipients can be added from {ramp_until|the fourth day} on',
  recipient_cap: 'make room: agentmail recipients remove RECIPIENT_ID',
  attestation_cap: 'ask them to confirm instead: omit --attest',
  attestation_disabled: 'ask them to confirm instead: omit --attest',
  metadata_only:
    'a person can allow previews: agentmail mailboxes attachments MAILBOX --mode derived_content',
  draft_changed: 'check its current content, then send again: agentmail drafts show DRAFT',
  changed_by_agent:
    'an agent changed the draft; look at it, then name its revision: agentmail drafts send DRAFT --revision {revision|N}',
  account_deleted: 'restore it within 30 days of its deletion: agentmail operator accounts restore EMAIL',
  account_not_deleted: 'agentmail operator accounts show EMAIL',
  account_erased: 'its data is erased; create a new account: agentmail operator accounts create EMAIL',
  key_cap: 'make room: agentmail keys revoke KEY_ID',
  host_not_allowed:
    'the operator can add the name to the setting http.allowed_hosts: agentmail config get http.allowed_hosts',
  loopback_only: "call it on the daemon's own machine, not through a proxy",
  server_moved:
    'add --password and pass it on stdin: agentmail domains update DOMAIN --smtp URL --password < FILE',
  daily_send_ceiling:
    'choose a lower limit; the operator can lift the ceiling: agentmail operator accounts update ACCOUNT --plan unlimited',
  own_message: 'continue the thread: agentmail send --thread THREAD',
  no_mail_server:
    'the DNS names no mail server for the domain; where a relay knows more than this DNS, the operator can turn the check off: agentmail config set deliverability.dns off',
  no_such_mailbox: 'no mailbox here has this address',
  domain_not_verified: 'agentmail domains verify DOMAIN',
};

/** Values that need no quotes in any shell; only these go into suggested commands. */
const PLAIN = /^[\w.+@:-]{1,254}$/;

/**
 * Codes and reasons whose advice agents get too. All other advice is for people: an agent must not learn how
 * its rules are widened, and a new code isn't listed here.
 */
const FOR_ANYONE: ReadonlySet<string> = new Set([
  'MAILBOX_ACCESS_DENIED',
  'INVALID_CURSOR',
  'OUTBOUND_HTML_ACTIVE_CONTENT_REJECTED',
  'TIMEZONE_REQUIRED',
  'RECIPIENT_DOMAIN_TYPO_SUSPECTED',
  'RECIPIENT_ROLE_ADDRESS',
  'RECIPIENT_NOT_IN_THREAD',
  'AMBIGUOUS_THREAD_RECIPIENT',
  'AMBIGUOUS_THREAD_MAILBOX',
  'ESTATE_CONTINUITY_REPLY_ONLY',
  'SEND_WINDOW_CLOSED',
  'REPLY_LOOP_DETECTED',
  'ATTACHMENT_SCAN_PENDING',
  'ATTACHMENT_SCAN_ERROR',
  'ATTACHMENTS_REQUIRE_SYNC_SEND',
  'ATTACHMENT_PREVIEW_PENDING',
  'TRUSTED_SOURCE_NOT_FOUND',
  'CONFLICT',
  'DRAFT_ALREADY_SENT',
  'DRAFT_REJECTED_BY_RESCAN',
  'IDEMPOTENCY_KEY_BOUND_TO_DRAFT',
  'IDEMPOTENCY_KEY_BOUND_TO_IMMEDIATE_SEND',
  'IDEMPOTENCY_KEY_REUSED',
  'IDEMPOTENT_REQUEST_IN_FLIGHT',
  'IDEMPOTENT_REQUEST_NOT_PROVEN_SENT',
  'DISPATCH_INDETERMINATE',
  'EMAIL_EFFECT_REJECTED',
  'EMAIL_EFFECT_PARTIAL',
  'EMAIL_EFFECT_HELD_INFRA',
  'RATE_LIMITED',
  'draft_changed',
] satisfies (ErrorCode | keyof typeof REASON_HINTS)[]);

/** Whom advice is for; unknown when a key was refused before its role was known. */
export type Advised = 'person' | 'agent' | 'unknown';

/** The next step after an error, or undefined. A reason in the details is more specific than the code. */
export function hintFor(
  code: string,
  details: Readonly<Record<string, unknown>> = {},
  advised: Advised = 'person',
): string | undefined {
  const found = chosenHint(code, details);
  if (found === undefined) return advised === 'agent' ? agentHint(code, details) : undefined;
  if (advised !== 'person' && !FOR_ANYONE.has(found.of)) {
    return advised === 'agent' ? agentHint(code, details) : `agentmail errors ${found.of} explains it`;
  }
  return found.hint.replace(/\{(\w+)\|([^}]+)\}/g, (_, name: string, word: string) => {
    const value = details[name];
    return PLAIN.test(String(value ?? ' ')) ? String(value) : word;
  });
}

/** Advice with the code or reason that it's for. */
interface ChosenHint {
  readonly of: string;
  readonly hint: string;
}

function chosenHint(code: string, details: Readonly<Record<string, unknown>>): ChosenHint | undefined {
  const wait = waitHint(details);
  const byWait = wait === undefined ? undefined : { of: 'RATE_LIMITED', hint: wait };
  const byReason = reasonHint(details.reason);
  return byReason ?? (code === 'RATE_LIMITED' ? byWait : undefined) ?? codeHint(code) ?? byWait;
}

function codeHint(code: string): ChosenHint | undefined {
  const hint = Object.hasOwn(HINTS, code) ? HINTS[code as ErrorCode] : undefined;
  return hint === undefined ? undefined : { of: code, hint };
}

/** A reason may be another error code, as for a recipient that can't be added. */
function reasonHint(reason: unknown): ChosenHint | undefined {
  if (typeof reason !== 'string') return undefined;
  const hint = Object.hasOwn(REASON_HINTS, reason) ? REASON_HINTS[reason] : undefined;
  return hint === undefined ? codeHint(reason) : { of: reason, hint };
}
