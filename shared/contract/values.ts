/**
 * Closed lists of values. Free of zod: the schemas of the contract are built from them, and so are the help
 * and completion of the command line, which load no schemas.
 */

/** From the tightest to the loosest. */
export const POLICY_MODES = ['read_only', 'draft_only', 'supervised', 'trusted'] as const;
export const LIST_MODES = ['blocklist', 'allowlist'] as const;
export const HITL_MODES = ['disabled', 'risky_only', 'all_outbound'] as const;
export const AUTHORING_MODES = ['read_only', 'draft_only', 'send_and_draft'] as const;
export const AGENT_SEND_POLICIES = ['restricted', 'open'] as const;
export const APPROVAL_EXPIRIES = ['24h', '72h', '7d', 'never'] as const;
export const EXPOSURE_MODES = ['metadata_only', 'derived_content', 'raw_download_selected_types'] as const;
export const FILE_FAMILIES = ['pdf', 'text', 'csv', 'image'] as const;
export const SUBADDRESS_MODES = ['reply_to', 'from', 'none'] as const;
export const PII_MODES = ['passthrough', 'redacted'] as const;

/** Mail of programs: automatic answers, bulk mail, mail of lists and newsletters, and delivery reports. */
export const AUTOMATIC_KINDS = ['reply', 'bulk', 'list', 'bounce'] as const;
export type AutomaticKind = (typeof AUTOMATIC_KINDS)[number];
/**
 * Kinds that a wait for one message skips by default. Confirmations of sign-ups are often marked as `bulk`,
 * so a wait for one returns it.
 */
export const SKIPPED_BY_WAITS = 'reply,list,bounce';
/** Kinds that a loop that answers mail skips by default. */
export const SKIPPED_BY_LOOPS = AUTOMATIC_KINDS.join(',');
/** Automatic mail that agents may answer; from the tightest to the loosest. */
export const AUTOMATIC_REPLIES = ['never', 'lists', 'all'] as const;
/** Whether agents may forward mail; from the tightest to the loosest. */
export const AGENT_FORWARDING = ['off', 'review', 'on'] as const;
/** How a message is forwarded: quoted in the text, or attached as it is. */
export const FORWARD_FORMS = ['inline', 'attachment'] as const;
/** Why a file of a forwarded message stays behind. */
export const LEFT_OUT_REASONS = ['unsafe', 'redacted', 'missing'] as const;

export const DIRECTIONS = ['inbound', 'outbound'] as const;
export const BODY_FORMATS = ['text', 'markdown', 'html'] as const;
/** Those that models read. */
export const TEXT_FORMATS = ['text', 'markdown'] as const;
export const BLOCK_TYPES = ['facts', 'words', 'quoted', 'signature', 'hidden', 'attachments'] as const;
export const PREVIEW_ORIGINS = ['agent', 'human'] as const;
export const LANGUAGE_MODES = ['english_only', 'allow_all_languages', 'disabled'] as const;
export const INBOUND_SCENARIOS = ['clean', 'prompt_injection_quarantined'] as const;
export const MESSAGE_STATES = [
  'received',
  'scanning',
  'available',
  'quarantined',
  'pending_review',
  'blocked',
  'delivered',
  'bounced',
  'firewall_blocked',
  'deleted',
  'draft',
  'dispatching',
] as const;

export const KEY_ROLES = ['admin', 'agent'] as const;
export const SUPPRESSION_REASONS = ['hard_bounce', 'complaint', 'unsubscribe', 'manual'] as const;

export const NETWORK_MODES = ['public', 'tailnet'] as const;
/** Fates of a message on another server once it is stored here. */
export const AFTER_TAKING = ['keep', 'seen', 'delete', 'move'] as const;
export const DOMAIN_STATUSES = ['active', 'suspended'] as const;
export const DOMAIN_HEALTHS = ['healthy', 'unhealthy', 'unavailable'] as const;
export const DKIM_ALGORITHMS = ['rsa', 'ed25519'] as const;
/** States that the owner of the machine can put a mailbox or an account into. */
export const SETTABLE_MAILBOX_STATUSES = ['active', 'paused'] as const;
export const SETTABLE_ACCOUNT_STATUSES = ['active', 'suspended'] as const;
export const VELOCITY_MODES = ['log_only', 'enforced'] as const;

export const OUTBOX_KINDS = ['email', 'sms'] as const;
export const OUTBOX_PURPOSES = [
  'message',
  'verification_code',
  'confirmation_link',
  'login_code',
  'password_reset',
  'email_change',
  'second_factor',
  'alert',
  'postmaster',
] as const;

/** How a notice of held mail is delivered: by mail, or posted in the form of a service. */
export const NOTICE_FORMATS = ['email', 'slack', 'discord', 'ntfy'] as const;
/** States of which people are told. */
export const NOTICED_STATES = ['pending_review', 'quarantined'] as const;
export const NOTICE_TEST_OUTCOMES = ['sent', 'queued', 'outbox', 'failed'] as const;

/** Every event that a webhook can subscribe to and that the stream reports. */
export const EVENT_TYPES = [
  'message.received',
  'message.delivered',
  'message.bounced',
  'message.quarantined',
  'message.pending_review',
  'message.review_resolved',
  'message.blocked',
  'message.dispatch_failed',
  'message.decision_pending',
  'recipient_blocklist.added',
  'recipient_blocklist.removed',
  'sender_blocklist.added',
  'recipient_allowlist.added',
  'recipient_allowlist.removed',
  'recipient_allowlist.blocked_attempt',
  'mailbox.recipient_policy_changed',
  'mailbox.sender_policy_changed',
  'trusted_source.granted',
  'trusted_source.revoked',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** Hours of the last day, or days of the last month. */
export const TRAFFIC_PERIODS = ['day', 'month'] as const;

/** Events that a test can pretend; without a choice it is `webhook.test`. */
export const TESTABLE_EVENTS = [
  'message.delivered',
  'message.bounced',
  'recipient_blocklist.added',
] as const satisfies readonly EventType[];

/** Where a recipient is named; nobody else sees one of `bcc`. */
export const RECIPIENT_ROLES = ['to', 'cc', 'bcc'] as const;

/**
 * The status of the mail to one recipient. `pending` also while it is being sent, `unknown` when the answer
 * of the other side was lost, `skipped` when a rule refused the recipient and the others got the message.
 */
export const RECIPIENT_STATUSES = [
  'pending',
  'delivered',
  'deferred',
  'rejected',
  'bounced',
  'suppressed',
  'unknown',
  'skipped',
] as const;

/** Facts about a recipient that a reviewer should see. */
export const RECIPIENT_NOTES = ['first_contact', 'not_on_allowlist', 'other_domain'] as const;

/** Where words of a search are found. */
export const SEARCHED_FIELDS = ['subject', 'text', 'people', 'attachment'] as const;
