/**
 * The closed list of error codes. `status` lists the HTTP statuses of a code, the usual one first. `actor`
 * says who has to act before the same request can succeed; `exit` is the CLI's exit code.
 */
export type ErrorActor = 'caller' | 'human' | 'operator' | 'time';

/** Kind of exit code of the command line. */
export type ErrorExit = 'usage' | 'credentials' | 'refused' | 'held' | 'transient' | 'internal';

/** HTTP statuses, actor, exit code and usual message of a code. */
export interface ErrorDefinition {
  readonly status: readonly [number, ...number[]];
  readonly actor: ErrorActor;
  readonly exit: ErrorExit;
  readonly message: string;
}

const usage = (status: number, message: string, ...others: number[]): ErrorDefinition => ({
  status: [status, ...others],
  actor: 'caller',
  exit: 'usage',
  message,
});
const credentials = (status: number, message: string): ErrorDefinition => ({
  status: [status],
  actor: 'human',
  exit: 'credentials',
  message,
});
const refused = (status: number, message: string, actor: ErrorActor = 'human'): ErrorDefinition => ({
  status: [status],
  actor,
  exit: 'refused',
  message,
});
const transient = (status: number, message: string, actor: ErrorActor = 'time'): ErrorDefinition => ({
  status: [status],
  actor,
  exit: 'transient',
  message,
});
const internal = (status: number, message: string): ErrorDefinition => ({
  status: [status],
  actor: 'operator',
  exit: 'internal',
  message,
});

export const ERRORS = {
  VALIDATION_ERROR: usage(400, 'A field or parameter is missing or invalid.', 422),
  INVALID_NAME: usage(400, 'This name cannot be used for a mailbox.'),
  INVALID_CURSOR: usage(400, 'The cursor is not one that this list returned.'),
  INVALID_EMAIL: usage(400, 'Invalid email or domain pattern'),
  SEARCH_TERM_TOO_SHORT: usage(400, 'The search term needs at least 3 characters.'),
  BODY_FORMAT_HTML_SESSION_ONLY: usage(400, 'Only dashboard sessions may read bodies as HTML.'),
  WEBHOOK_HEADER_RESERVED: usage(400, 'The service sets this header itself.'),
  WEBHOOK_HEADER_DUPLICATE: usage(400, 'Two header names differ only in case.'),
  WEBHOOK_HEADER_INVALID: usage(400, 'This is no name for a request header.'),
  IMAP_FOLDER_REQUIRED: usage(400, 'A mailbox at this domain reads a mail folder; name it.'),
  IMAP_FOLDER_NOT_FOUND: usage(400, 'The mail server of the domain has no such folder.'),
  PLATFORM_DOMAIN_NOT_TARGETABLE: usage(400, 'The domain of the service is chosen by naming none.'),
  SELF_HOSTED_PROBE_FAILED: refused(400, 'The mail server of the domain could not be used.'),
  REVIEW_NOTE_REQUIRED: usage(400, 'This mailbox wants a reason for the decision.'),
  OUTBOUND_HTML_ACTIVE_CONTENT_REJECTED: usage(400, 'The HTML has content that could run or load something.'),
  OUTBOUND_HTML_SANITIZE_FAILED: usage(400, 'The HTML is too large or cannot be taken apart.'),
  IDEMPOTENCY_KEY_REQUIRED: usage(400, 'The Idempotency-Key header is missing or blank.'),
  PHONE_COUNTRY_NOT_SUPPORTED: usage(400, 'Text messages cannot be sent to this country.'),
  CLI_SIGNUP_CODE_INVALID: usage(400, 'The sign-up code is unknown, used or out of date.'),
  VERIFICATION_CODE_EXPIRED: usage(400, 'The code is out of date; ask for a new one.'),
  PHONE_VERIFICATION_EXPIRED: usage(400, 'The code is out of date or was replaced; ask for a new one.'),
  ALLOWLIST_EMPTY: usage(400, 'The allowlist is empty; an allowlist mailbox could write to nobody.'),
  AMBIGUOUS_POLICY_MODE_APPLICATION: usage(
    400,
    'A policy mode and fields that it writes exclude each other.',
  ),
  LEGACY_ENABLE_DEPRECATED: usage(400, 'The field enable can only switch off; name a mode instead.'),
  INVALID_FILE_FAMILY: usage(400, 'This is not a file family.'),
  INVALID_FILE_FAMILY_WILDCARD: usage(400, 'File families are named one by one; there is no wildcard.'),
  EMPTY_ALLOWED_FILE_FAMILIES: usage(400, 'Raw downloads need at least one file family.'),
  DISCLAIMER_REQUIRED: usage(400, 'The disclaimer must be accepted first.'),
  DISCLAIMER_VERSION_MISMATCH: usage(400, 'The accepted disclaimer is not the current version.'),
  INSTRUCTION_TRUST_RESIDUAL_ACK_REQUIRED: usage(400, 'The current residual risk must be acknowledged.'),
  INSTRUCTION_TRUST_ADDRESS_ATTESTATION_REQUIRED: usage(400, 'The address must be attested.'),
  INSTRUCTION_TRUST_DOMAIN_GRAIN_UNSUPPORTED: usage(400, 'Only single addresses can be trusted, no domains.'),
  INSTRUCTION_TRUST_STRICT_CHOICE_REQUIRED: usage(400, 'Say whether the strict recipient guard is on.'),
  DISPLAY_NAME_INVALID: usage(422, 'The display name cannot be used.'),
  REPORT_OUTBOUND_UNSUPPORTED: usage(422, 'Only mail that came in can be reported.'),
  REAUTH_INVALID_TOTP: usage(400, 'The code is wrong, or was used already.'),
  REAUTH_INVALID_PASSWORD: usage(400, 'The password is wrong.'),
  REAUTH_INVALID_CHALLENGE: usage(400, 'The challenge or its code is wrong or out of date.'),
  UNSUPPORTED_MEDIA_TYPE: usage(415, 'The content type of the body is not supported here.'),
  PAYLOAD_TOO_LARGE: usage(413, 'The body is larger than this endpoint accepts.'),
  NOT_FOUND: usage(404, 'Not found.'),
  ATTACHMENT_PREVIEW_NOT_AVAILABLE: usage(404, 'The attachment has no text that can be shown.'),
  TIMEZONE_REQUIRED: usage(400, 'The time needs a zone: Z or an offset.'),
  TRUSTED_SOURCE_NOT_FOUND: usage(404, 'Trusted source not found.'),

  UNAUTHORIZED: credentials(401, 'The credential is missing, malformed or invalid.'),
  API_KEY_REVOKED: credentials(401, 'This API key was revoked.'),
  MFA_REQUIRED: credentials(401, 'The second factor is needed too.'),
  EMAIL_NOT_VERIFIED: credentials(403, 'The email address of this account is not verified yet.'),
  PHONE_NOT_VERIFIED: credentials(403, 'The phone number of this account is not verified yet.'),
  INSUFFICIENT_SCOPE: credentials(403, 'This key may not do that; an admin key or a session is needed.'),
  MAILBOX_ACCESS_DENIED: credentials(403, 'This agent key is not bound to the mailbox.'),
  SESSION_AUTH_REQUIRED: credentials(403, 'Only a signed-in person may do that, no API key.'),
  CLI_SIGNUP_CODE_REQUIRED: credentials(403, 'Signing up here needs a code.'),
  SIGNUP_CLOSED: {
    status: [403],
    actor: 'operator',
    exit: 'credentials',
    message: 'Nobody can sign up on this service.',
  },

  REAUTH_REQUIRES_SESSION: refused(403, 'Only a signed-in person may do that, no API key.'),
  REAUTH_REQUIRED: credentials(403, 'Fresh proof of who you are is needed.'),
  FORBIDDEN: refused(403, 'The request is not allowed.'),
  TIER_LIMIT: refused(403, 'The plan of this account does not allow that.'),
  ESTATE_CONTINUITY_REPLY_ONLY: refused(403, 'This mailbox of the trial can only reply.'),
  SANDBOX_TRIAL_BUDGET_EXHAUSTED: refused(403, 'All sends of the trial are used.'),
  SANDBOX_TRIAL_EXPIRED: refused(403, 'The trial is over; the account can receive, but not send.'),
  ACCOUNT_SUSPENDED: refused(403, 'The account is suspended.', 'operator'),
  FOLDER_ALREADY_CLAIMED: refused(409, 'Another mailbox reads this folder.', 'caller'),
  DOMAIN_PROVISIONING_PENDING: transient(409, 'The domain is not verified yet.', 'human'),
  DOMAIN_PROVISIONING_FAILED: refused(409, 'The domain could not be verified.'),
  DOMAIN_SUSPENDED: refused(403, 'The domain of the mailbox is suspended.', 'operator'),
  MAILBOX_SUSPENDED: refused(403, 'The mailbox is paused.', 'operator'),
  MESSAGE_DELETE_NOT_PERMITTED: refused(403, 'Agents may not delete messages in this account.'),
  STORAGE_QUOTA_EXCEEDED: refused(403, 'The storage limit of this account is reached.'),
  RECIPIENT_SUPPRESSED: refused(403, 'The recipient is on the do-not-contact list.'),
  RECIPIENT_AGENT_CONTAINED: refused(403, 'Agents may write only to the allowlist of this mailbox.'),
  RECIPIENT_NOT_ON_ALLOWLIST: refused(403, 'The recipient is not on the allowlist of this mailbox.'),
  AGENT_SENDING_DISABLED: refused(403, 'Agents may not send from this mailbox.'),
  AGENT_DRAFTING_DISABLED: refused(403, 'Agents may not write drafts in this mailbox.'),
  SEND_WINDOW_CLOSED: refused(403, 'Agents may not send from this mailbox at this time.', 'time'),
  SANDBOX_RECIPIENT_NOT_VERIFIED: refused(403, 'A trial account may only write to confirmed recipients.'),
  ATTACHMENT_PREVIEW_DISABLED: refused(403, 'Keys may not read previews of attachments here.'),
  ATTACHMENT_PREVIEW_BLOCKED: refused(403, 'The text of the attachment was rejected by its scan.'),
  ATTACHMENT_ACCESS_INELIGIBLE: refused(403, 'Attachments may not be read that way.'),
  OUTBOUND_ATTACHMENTS_INELIGIBLE: refused(403, 'The plan of this account has no outbound attachments.'),
  OUTBOUND_ATTACHMENTS_DISABLED: refused(403, 'Outbound attachments are switched off for this mailbox.'),
  OUTBOUND_IMAGE_DISCLAIMER_REQUIRED: refused(403, 'Nobody accepted the risk of images for this mailbox.'),
  ATTACHMENT_SCAN_PENDING: transient(409, 'An attachment is still being scanned.'),
  ATTACHMENT_SCAN_ERROR: refused(422, 'An attachment could not be scanned; upload it again.', 'caller'),
  INSTRUCTION_TRUST_ACCOUNTABILITY_REQUIRED: refused(403, 'Instruction trust needs a paid, active account.'),
  ATTACHMENT_POLICY_CONFLICT: refused(409, 'The attachment policy was changed meanwhile.', 'caller'),
  TRUSTED_SOURCE_ALREADY_EXISTS: refused(409, 'This address is trusted already.', 'caller'),
  TRUSTED_SOURCE_NO_VERIFIED_HISTORY: refused(
    422,
    'No verified mail of this address has been received.',
    'caller',
  ),
  TRUSTED_SOURCE_ANCHOR_NOT_ELIGIBLE: refused(422, 'This message does not prove who wrote it.', 'caller'),
  RECIPIENT_DOMAIN_TYPO_SUSPECTED: refused(422, 'The domain looks like a typing error.', 'caller'),
  RECIPIENT_ROLE_ADDRESS: refused(422, 'This is the address of a role or a list, not of a person.', 'caller'),
  RECIPIENT_DISPOSABLE_ADDRESS: refused(422, 'This is the address of a throw-away provider.', 'caller'),
  RECIPIENT_VALIDATION_FAILED: refused(422, 'This address cannot be a recipient.', 'caller'),
  RECIPIENT_ADDRESS_INVALID: refused(422, 'The recipient address is not a valid mail address.', 'caller'),
  RECIPIENT_UNDELIVERABLE: refused(422, 'The recipient address cannot receive mail.', 'caller'),
  AMBIGUOUS_THREAD_RECIPIENT: refused(
    422,
    'The thread has several participants; name one in `to`.',
    'caller',
  ),
  AMBIGUOUS_THREAD_MAILBOX: refused(422, 'The thread is in several mailboxes; name one.', 'caller'),
  RECIPIENT_NOT_IN_THREAD: refused(422, 'The recipient does not take part in the thread.', 'caller'),
  THREAD_HAS_NO_INBOUND_RECIPIENT: refused(422, 'Nobody has written in this thread yet.', 'caller'),
  CONFLICT: refused(409, 'The request does not fit the current state.', 'caller'),
  ALLOWLIST_LAST_ENTRY: refused(409, 'This is the last entry of a list that the mailbox needs.', 'caller'),
  RECIPIENT_BLOCKLIST_COMPLAINT_LOCKED: refused(
    409,
    'The recipient complained; the entry cannot be removed here.',
  ),
  SENDER_POLICY_FLIP_EMPTY_ALLOWLIST: refused(
    409,
    'The inbound allowlist is empty; the mailbox would take mail from nobody.',
    'caller',
  ),
  LEGAL_HOLD_ACTIVE: refused(409, 'A legal hold protects this.'),
  WEBHOOK_DISABLED: refused(409, 'The webhook is disabled; enable it first.', 'caller'),
  IDEMPOTENCY_KEY_BOUND_TO_DRAFT: refused(409, 'The idempotency key belongs to a draft.', 'caller'),
  IDEMPOTENCY_KEY_BOUND_TO_IMMEDIATE_SEND: refused(409, 'The idempotency key belongs to a send.', 'caller'),
  DISPATCH_INDETERMINATE: refused(
    502,
    'Nobody can say whether the message was delivered; look before sending it again.',
  ),
  DRAFT_ALREADY_SENT: refused(409, 'The draft was sent already.', 'caller'),
  DRAFT_REJECTED_BY_RESCAN: refused(422, 'The content of the draft is blocked; it was not sent.', 'caller'),
  ATTACHMENTS_REQUIRE_SYNC_SEND: refused(422, 'A draft with attachments cannot be scheduled.', 'caller'),
  IDEMPOTENT_REQUEST_NOT_PROVEN_SENT: refused(409, 'An earlier dispatch has no known outcome.'),
  EMAIL_EFFECT_REJECTED: refused(422, 'The message was blocked and not sent.'),

  EMAIL_EFFECT_HELD: {
    status: [409],
    actor: 'human',
    exit: 'held',
    message: 'The message is held for review and not sent.',
  },

  ATTACHMENT_PREVIEW_PENDING: transient(409, 'The attachment is still being read.'),
  IDEMPOTENT_REQUEST_IN_FLIGHT: transient(409, 'A request with this idempotency key is in flight.'),
  EMAIL_EFFECT_HELD_INFRA: transient(503, 'The message waits for delivery and is not sent yet.'),
  DISPATCH_DEFERRED: transient(503, 'The message cannot be delivered at the moment; it stays as it was.'),
  RATE_LIMITED: transient(429, 'Too many requests, or the budget is used up.'),
  REPLY_LOOP_DETECTED: transient(429, 'Agents wrote too often in this thread; wait, or let a person answer.'),
  TOO_MANY_ATTEMPTS: transient(429, 'Too many wrong codes; ask for a new one.', 'caller'),
  PHONE_VERIFICATION_RATE_LIMITED: transient(429, 'Too many text messages; try again later.'),
  PHONE_VERIFICATION_ATTEMPTS_EXCEEDED: transient(429, 'Too many wrong codes; ask for a new one.', 'caller'),
  RECIPIENT_VALIDATION_UNAVAILABLE: transient(503, 'The address cannot be checked at the moment.'),
  DOMAIN_UNHEALTHY: transient(503, 'Mail from the domain of the mailbox is not accepted well at the moment.'),
  DOMAIN_UNAVAILABLE: transient(503, 'The domain of the mailbox is not available at the moment.'),
  SERVICE_UNAVAILABLE: transient(503, 'The service is not available at the moment.'),

  ROTATION_READBACK_MISMATCH: internal(500, 'The new secret was not kept; the old one stays valid.'),
  INTERNAL_ERROR: internal(500, 'Something went wrong inside the service.'),
} as const satisfies Record<string, ErrorDefinition>;

export type ErrorCode = keyof typeof ERRORS;

/** Narrows a string read from the wire to a code of this version of the contract. */
export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERRORS, code);
}
