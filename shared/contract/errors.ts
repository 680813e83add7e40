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
  INVALID_NAME: usage(400, "This name can't be used for a mailbox."),
  INVALID_CURSOR: usage(400, "The cursor doesn't belong to this list."),
  INVALID_EMAIL: usage(400, 'Invalid email or domain pattern'),
  SEARCH_TERM_TOO_SHORT: usage(400, 'The search term must have at least 3 characters.'),
  BODY_FORMAT_HTML_SESSION_ONLY: usage(400, 'Only a signed-in person can read bodies as HTML.'),
  WEBHOOK_HEADER_RESERVED: usage(400, 'This header is reserved.'),
  WEBHOOK_HEADER_DUPLICATE: usage(400, 'The same header is given twice. Header names ignore case.'),
  WEBHOOK_HEADER_INVALID: usage(400, "This isn't a valid header name."),
  IMAP_FOLDER_REQUIRED: usage(400, 'A mailbox at this domain needs an IMAP folder.'),
  IMAP_FOLDER_NOT_FOUND: usage(400, "The domain's mail server has no such folder."),
  PLATFORM_DOMAIN_NOT_TARGETABLE: usage(
    400,
    "The platform domain can't be named. Omit the domain to use it.",
  ),
  SELF_HOSTED_PROBE_FAILED: refused(400, 'Logging in to the mail servers failed.'),
  REVIEW_NOTE_REQUIRED: usage(400, 'This mailbox requires a reason for each review decision.'),
  OUTBOUND_HTML_ACTIVE_CONTENT_REJECTED: usage(400, 'The HTML contains active content.'),
  OUTBOUND_HTML_SANITIZE_FAILED: usage(400, "The HTML is too large or can't be parsed."),
  IDEMPOTENCY_KEY_REQUIRED: usage(400, 'The Idempotency-Key header is missing or blank.'),
  PHONE_COUNTRY_NOT_SUPPORTED: usage(400, "Text messages to this country aren't supported."),
  CLI_SIGNUP_CODE_INVALID: usage(400, 'The invitation code is unknown, used or expired.'),
  VERIFICATION_CODE_EXPIRED: usage(400, 'The code has expired. Request a new one.'),
  PHONE_VERIFICATION_EXPIRED: usage(400, 'The code has expired or was replaced. Request a new one.'),
  ALLOWLIST_EMPTY: usage(400, "The allowlist is empty, so the mailbox couldn't write to anyone."),
  AMBIGUOUS_POLICY_MODE_APPLICATION: usage(400, "A policy mode can't be combined with fields that it sets."),
  LEGACY_ENABLE_DEPRECATED: usage(400, 'The field enable accepts only false. To turn access on, set mode.'),
  INVALID_FILE_FAMILY: usage(400, 'Unknown file family.'),
  INVALID_FILE_FAMILY_WILDCARD: usage(400, "File families don't accept wildcards."),
  EMPTY_ALLOWED_FILE_FAMILIES: usage(400, 'Raw downloads require at least one file family.'),
  DISCLAIMER_REQUIRED: usage(400, 'The disclaimer must be accepted.'),
  DISCLAIMER_VERSION_MISMATCH: usage(400, "The accepted disclaimer isn't the current version."),
  INSTRUCTION_TRUST_RESIDUAL_ACK_REQUIRED: usage(
    400,
    'The current version of the residual risk must be acknowledged.',
  ),
  INSTRUCTION_TRUST_ADDRESS_ATTESTATION_REQUIRED: usage(400, 'The address must be attested.'),
  INSTRUCTION_TRUST_DOMAIN_GRAIN_UNSUPPORTED: usage(
    400,
    'Only single addresses can be trusted, not domains.',
  ),
  INSTRUCTION_TRUST_STRICT_CHOICE_REQUIRED: usage(
    400,
    'The strict recipient guard must be set to on or off.',
  ),
  DISPLAY_NAME_INVALID: usage(422, "This display name isn't allowed."),
  REPORT_OUTBOUND_UNSUPPORTED: usage(422, 'Only inbound messages can be reported.'),
  REAUTH_INVALID_TOTP: usage(400, 'The code is wrong or was already used.'),
  REAUTH_INVALID_PASSWORD: usage(400, 'The password is wrong.'),
  REAUTH_INVALID_CHALLENGE: usage(400, 'The challenge or its code is wrong or expired.'),
  UNSUPPORTED_MEDIA_TYPE: usage(415, "This endpoint doesn't support the content type of the body."),
  PAYLOAD_TOO_LARGE: usage(413, 'The body is too large for this endpoint.'),
  NOT_FOUND: usage(404, 'Not found.'),
  ATTACHMENT_PREVIEW_NOT_AVAILABLE: usage(404, 'No text preview is available for this attachment.'),
  TIMEZONE_REQUIRED: usage(400, 'The time must have a zone: Z or an offset.'),
  TRUSTED_SOURCE_NOT_FOUND: usage(404, 'Trusted source not found.'),

  UNAUTHORIZED: credentials(401, 'The credential is missing, malformed or invalid.'),
  API_KEY_REVOKED: credentials(401, 'This API key is revoked.'),
  MFA_REQUIRED: credentials(401, 'A second factor is required.'),
  EMAIL_NOT_VERIFIED: credentials(403, "The account's email address isn't verified yet."),
  PHONE_NOT_VERIFIED: credentials(403, "The account's phone number isn't verified yet."),
  INSUFFICIENT_SCOPE: credentials(403, "This key isn't allowed to do this."),
  MAILBOX_ACCESS_DENIED: credentials(403, "This agent key isn't bound to the mailbox."),
  SESSION_AUTH_REQUIRED: credentials(403, "Only a signed-in person can do this. API keys can't."),
  CLI_SIGNUP_CODE_REQUIRED: credentials(403, 'Sign-up requires an invitation code.'),
  SIGNUP_CLOSED: {
    status: [403],
    actor: 'operator',
    exit: 'credentials',
    message: 'Sign-up is closed on this service.',
  },

  REAUTH_REQUIRES_SESSION: refused(403, "Only a signed-in person can do this. API keys can't."),
  REAUTH_REQUIRED: credentials(403, 'Re-authentication is required.'),
  FORBIDDEN: refused(403, "The request isn't allowed."),
  TIER_LIMIT: refused(403, "The account's plan doesn't allow this."),
  ESTATE_CONTINUITY_REPLY_ONLY: refused(403, 'This mailbox is left from the trial and can only reply.'),
  SANDBOX_TRIAL_BUDGET_EXHAUSTED: refused(403, "The trial's sends are used up."),
  SANDBOX_TRIAL_EXPIRED: refused(403, 'The trial has ended. The account can receive but not send.'),
  ACCOUNT_SUSPENDED: refused(403, 'The account is suspended.', 'operator'),
  FOLDER_ALREADY_CLAIMED: refused(409, 'Another mailbox already reads this folder.', 'caller'),
  DOMAIN_PROVISIONING_PENDING: transient(409, "The domain isn't verified yet.", 'human'),
  DOMAIN_PROVISIONING_FAILED: refused(409, 'Domain verification failed.'),
  DOMAIN_SUSPENDED: refused(403, "The mailbox's domain is suspended.", 'operator'),
  MAILBOX_SUSPENDED: refused(403, 'The mailbox is paused.', 'operator'),
  MESSAGE_DELETE_NOT_PERMITTED: refused(403, "This account doesn't let agents delete messages."),
  STORAGE_QUOTA_EXCEEDED: refused(403, 'The account has reached its storage limit.'),
  RECIPIENT_SUPPRESSED: refused(403, 'The recipient is on the suppression list.'),
  RECIPIENT_AGENT_CONTAINED: refused(
    403,
    'Agents of this mailbox can write only to its allowlist and to participants.',
  ),
  RECIPIENT_NOT_ON_ALLOWLIST: refused(403, "The recipient isn't on the mailbox's allowlist."),
  AUTOMATIC_MAIL: refused(
    403,
    "The message was sent by a program, and agents of this mailbox don't answer such mail.",
  ),
  AGENT_SENDING_DISABLED: refused(403, "Agents aren't allowed to send from this mailbox."),
  AGENT_FORWARDING_DISABLED: refused(403, "Agents of this mailbox can't forward mail."),
  AGENT_DRAFTING_DISABLED: refused(403, "Agents aren't allowed to create drafts in this mailbox."),
  SEND_WINDOW_CLOSED: refused(403, "The mailbox's send window is closed. Agents can't send now.", 'time'),
  SANDBOX_RECIPIENT_NOT_VERIFIED: refused(403, 'Trial accounts can write only to confirmed recipients.'),
  ATTACHMENT_PREVIEW_DISABLED: refused(403, "API keys can't read attachment previews in this mailbox."),
  ATTACHMENT_PREVIEW_BLOCKED: refused(403, "The scan blocked the attachment's text."),
  ATTACHMENT_ACCESS_INELIGIBLE: refused(403, "The mailbox doesn't allow this kind of attachment access."),
  OUTBOUND_ATTACHMENTS_INELIGIBLE: refused(403, "The account's plan doesn't include outbound attachments."),
  OUTBOUND_ATTACHMENTS_DISABLED: refused(403, 'Outbound attachments are off for this mailbox.'),
  OUTBOUND_IMAGE_DISCLAIMER_REQUIRED: refused(
    403,
    "The image disclaimer hasn't been accepted for this mailbox.",
  ),
  ATTACHMENT_SCAN_PENDING: transient(409, 'An attachment is still being scanned.'),
  ATTACHMENT_SCAN_ERROR: refused(422, "An attachment couldn't be scanned. Upload it again.", 'caller'),
  INSTRUCTION_TRUST_ACCOUNTABILITY_REQUIRED: refused(
    403,
    'Instruction trust requires an active account with a paid plan.',
  ),
  ATTACHMENT_POLICY_CONFLICT: refused(409, 'The attachment policy has changed since it was read.', 'caller'),
  TRUSTED_SOURCE_ALREADY_EXISTS: refused(409, 'This address is already trusted.', 'caller'),
  TRUSTED_SOURCE_NO_VERIFIED_HISTORY: refused(
    422,
    'No verified mail from this address has been received.',
    'caller',
  ),
  TRUSTED_SOURCE_ANCHOR_NOT_ELIGIBLE: refused(422, "This message's sender isn't verified.", 'caller'),
  RECIPIENT_DOMAIN_TYPO_SUSPECTED: refused(422, "The recipient's domain looks like a typo.", 'caller'),
  RECIPIENT_ROLE_ADDRESS: refused(422, "The recipient is a role or list address, not a person's.", 'caller'),
  RECIPIENT_DISPOSABLE_ADDRESS: refused(
    422,
    "The recipient's address belongs to a disposable email provider.",
    'caller',
  ),
  RECIPIENT_VALIDATION_FAILED: refused(422, 'The recipient address was rejected.', 'caller'),
  RECIPIENT_ADDRESS_INVALID: refused(422, "The recipient isn't a valid email address.", 'caller'),
  RECIPIENT_UNDELIVERABLE: refused(422, "The recipient address can't receive mail.", 'caller'),
  AMBIGUOUS_THREAD_RECIPIENT: refused(
    422,
    'The thread has several participants. Name one in `to`.',
    'caller',
  ),
  AMBIGUOUS_THREAD_MAILBOX: refused(422, 'The thread is in several mailboxes. Name one.', 'caller'),
  RECIPIENT_NOT_IN_THREAD: refused(422, "The recipient isn't a participant of the thread.", 'caller'),
  THREAD_HAS_NO_INBOUND_RECIPIENT: refused(
    422,
    'The thread has no inbound message, so there is no one to reply to.',
    'caller',
  ),
  CONFLICT: refused(409, 'The request conflicts with the current state.', 'caller'),
  DECISION_PENDING: refused(
    409,
    'A decision about this message is about to take effect. Take it back to decide otherwise.',
  ),
  ALLOWLIST_LAST_ENTRY: refused(
    409,
    'This is the last entry of a list that is in force for the mailbox.',
    'caller',
  ),
  RECIPIENT_BLOCKLIST_COMPLAINT_LOCKED: refused(
    409,
    "The recipient complained, so the entry can't be removed.",
  ),
  SENDER_POLICY_FLIP_EMPTY_ALLOWLIST: refused(
    409,
    "The inbound allowlist is empty, so the mailbox couldn't receive any mail.",
    'caller',
  ),
  LEGAL_HOLD_ACTIVE: refused(409, 'A legal hold prevents this.'),
  WEBHOOK_DISABLED: refused(409, 'The webhook is disabled.', 'caller'),
  IDEMPOTENCY_KEY_BOUND_TO_DRAFT: refused(409, 'The idempotency key belongs to a draft.', 'caller'),
  IDEMPOTENCY_KEY_BOUND_TO_IMMEDIATE_SEND: refused(409, 'The idempotency key belongs to a send.', 'caller'),
  IDEMPOTENCY_KEY_REUSED: refused(409, 'The idempotency key was used with other content.', 'caller'),
  DISPATCH_INDETERMINATE: refused(
    502,
    "It's unknown whether the message was delivered. Check before sending it again.",
  ),
  DRAFT_ALREADY_SENT: refused(409, 'The draft was already sent.', 'caller'),
  DRAFT_REJECTED_BY_RESCAN: refused(422, "The scan blocked the draft's content. It was not sent.", 'caller'),
  ATTACHMENTS_REQUIRE_SYNC_SEND: refused(422, "A draft with attachments can't be scheduled.", 'caller'),
  IDEMPOTENT_REQUEST_NOT_PROVEN_SENT: refused(
    409,
    'The outcome of an earlier send with this key is unknown.',
  ),
  EMAIL_EFFECT_REJECTED: refused(422, 'The message was blocked and not sent.'),
  EMAIL_EFFECT_PARTIAL: refused(
    409,
    "The message was sent, but not every recipient has it. Don't send it again.",
    'caller',
  ),

  EMAIL_EFFECT_HELD: {
    status: [409],
    actor: 'human',
    exit: 'held',
    message: 'The message is held for review and was not sent.',
  },

  ATTACHMENT_PREVIEW_PENDING: transient(409, "The attachment's preview isn't ready yet."),
  IDEMPOTENT_REQUEST_IN_FLIGHT: transient(409, 'A request with this idempotency key is still in progress.'),
  EMAIL_EFFECT_HELD_INFRA: transient(503, "The message is waiting for delivery and hasn't been sent yet."),
  DISPATCH_DEFERRED: transient(503, "The message can't be delivered right now. Its state hasn't changed."),
  RATE_LIMITED: transient(429, 'Too many requests, or a sending limit is reached.'),
  REPLY_LOOP_DETECTED: transient(
    429,
    'Agents replied too often in this thread. Wait, or have a person reply.',
  ),
  TOO_MANY_ATTEMPTS: transient(429, 'Too many wrong codes. Request a new one.', 'caller'),
  PHONE_VERIFICATION_RATE_LIMITED: transient(429, 'Too many text messages. Try again later.'),
  PHONE_VERIFICATION_ATTEMPTS_EXCEEDED: transient(429, 'Too many wrong codes. Request a new one.', 'caller'),
  RECIPIENT_VALIDATION_UNAVAILABLE: transient(503, "The address can't be checked right now."),
  DOMAIN_UNHEALTHY: transient(503, "The mailbox's domain has delivery problems right now."),
  DOMAIN_UNAVAILABLE: transient(503, "The mailbox's domain is unavailable right now."),
  SERVICE_UNAVAILABLE: transient(503, 'The service is temporarily unavailable.'),

  ROTATION_READBACK_MISMATCH: internal(500, "The new secret couldn't be saved. The old one stays valid."),
  INTERNAL_ERROR: internal(500, 'Internal error.'),
} as const satisfies Record<string, ErrorDefinition>;

export type ErrorCode = keyof typeof ERRORS;

/** Narrows a string read from the wire to a code of this version of the contract. */
export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERRORS, code);
}
