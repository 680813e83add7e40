/** Rules of mail that is written and sent, each with how to break it, and the code that then answers. */

export const ANN = 'ann@there.example';
const CLOSED = { timezone: 'UTC', days: [], start: '00:00', end: '23:59', outside_action: 'block' };
const HUGE = `<p>${'x'.repeat(1_000_001)}</p>`;

/** A request that follows every rule. */
export const KEPT = {
  mailbox: {
    status: 'active',
    created_on_tier: 'pro',
    agent_authoring_mode: 'send_and_draft',
    agent_send_containment: false,
    recipient_policy_mode: 'blocklist',
    send_window: null,
    hitl_mode: 'disabled',
    outbound_attachments_enabled: true,
    outbound_image_risk_version: null,
  },
  account: {
    status: 'active',
    tier: 'pro',
    trial_started_at: null,
    trial_sends_used: 0,
    storage_limit_bytes: null,
    custom_daily_send_limit: null,
    platform_domain_status: 'active',
    platform_domain_health: 'healthy',
  },
} as const;

export type Way = 'reply' | 'draft send' | 'draft create' | 'draft update' | 'send to several';

export interface Rule {
  readonly code: string;
  readonly ways: readonly Way[];
  readonly mailbox?: Readonly<Record<string, string | number | boolean>>;
  readonly account?: Readonly<Record<string, string | number | boolean>>;
  /** The person on the other side. */
  readonly other?: string;
  readonly suppressed?: true;
  /** Further fields of the request. */
  readonly more?: Readonly<Record<string, unknown>>;
  /** State of the scan of a file that is attached, or a picture. */
  readonly file?: 'clean' | 'pending' | 'error' | 'picture';
  /** How the request begins, as `Prefer`. */
  readonly strict?: true;
}

const SENDS = ['reply', 'draft send'] as const;
/** For rules about one of several recipients. */
const EACH = [...SENDS, 'send to several'] as const;
const FRESH = ['draft send', 'send to several'] as const;
const WRITES = ['reply', 'draft create', 'draft update'] as const;
const ALL = ['reply', 'draft send', 'draft create', 'draft update'] as const;

export const RULES: readonly Rule[] = [
  { code: 'ACCOUNT_SUSPENDED', ways: ['reply', 'draft update'], account: { status: 'suspended' } },
  { code: 'MAILBOX_SUSPENDED', ways: SENDS, mailbox: { status: 'paused' } },
  { code: 'DOMAIN_SUSPENDED', ways: SENDS, account: { platform_domain_status: 'suspended' } },
  { code: 'DOMAIN_UNHEALTHY', ways: SENDS, account: { platform_domain_health: 'unhealthy' } },
  { code: 'DOMAIN_UNAVAILABLE', ways: SENDS, account: { platform_domain_health: 'unavailable' } },
  { code: 'ESTATE_CONTINUITY_REPLY_ONLY', ways: FRESH, mailbox: { created_on_tier: 'sandbox' } },
  { code: 'AGENT_SENDING_DISABLED', ways: SENDS, mailbox: { agent_authoring_mode: 'draft_only' } },
  {
    code: 'AGENT_SENDING_DISABLED',
    ways: ['draft update'],
    mailbox: { agent_authoring_mode: 'draft_only' },
    more: { send_at: '2030-01-01T00:00:00Z' },
  },
  { code: 'TIMEZONE_REQUIRED', ways: ['draft update'], more: { send_at: '2030-01-01T00:00:00' } },
  { code: 'RECIPIENT_AGENT_CONTAINED', ways: FRESH, mailbox: { agent_send_containment: true } },
  {
    code: 'RECIPIENT_NOT_ON_ALLOWLIST',
    ways: FRESH,
    mailbox: { recipient_policy_mode: 'allowlist' },
  },
  { code: 'RECIPIENT_SUPPRESSED', ways: EACH, suppressed: true },
  { code: 'RECIPIENT_ADDRESS_INVALID', ways: EACH, other: 'ann@@there' },
  { code: 'RECIPIENT_UNDELIVERABLE', ways: EACH, other: 'ann@host.invalid' },
  { code: 'RECIPIENT_DOMAIN_TYPO_SUSPECTED', ways: EACH, other: 'ann@gmial.com' },
  { code: 'RECIPIENT_ROLE_ADDRESS', ways: FRESH, other: 'info@there.example' },
  { code: 'RECIPIENT_DISPOSABLE_ADDRESS', ways: FRESH, other: 'ann@mailinator.com' },
  { code: 'SANDBOX_RECIPIENT_NOT_VERIFIED', ways: FRESH, account: { tier: 'sandbox' } },
  {
    code: 'SANDBOX_TRIAL_EXPIRED',
    ways: SENDS,
    account: { tier: 'sandbox', trial_started_at: 1 },
    other: 'owner@example.com',
  },
  {
    code: 'SANDBOX_TRIAL_BUDGET_EXHAUSTED',
    ways: SENDS,
    account: { tier: 'sandbox', trial_sends_used: 1_000_000 },
    other: 'owner@example.com',
  },
  { code: 'RATE_LIMITED', ways: SENDS, account: { custom_daily_send_limit: 1 } },
  { code: 'SEND_WINDOW_CLOSED', ways: SENDS, mailbox: { send_window: JSON.stringify(CLOSED) } },
  { code: 'STORAGE_QUOTA_EXCEEDED', ways: SENDS, account: { storage_limit_bytes: 0 } },
  { code: 'OUTBOUND_HTML_SANITIZE_FAILED', ways: WRITES, more: { html: HUGE } },
  { code: 'OUTBOUND_ATTACHMENTS_INELIGIBLE', ways: ALL, file: 'clean', account: { tier: 'starter' } },
  {
    code: 'OUTBOUND_ATTACHMENTS_DISABLED',
    ways: ALL,
    file: 'clean',
    mailbox: { outbound_attachments_enabled: false },
  },
  { code: 'OUTBOUND_IMAGE_DISCLAIMER_REQUIRED', ways: ALL, file: 'picture' },
  { code: 'ATTACHMENT_SCAN_PENDING', ways: ALL, file: 'pending' },
  { code: 'ATTACHMENT_SCAN_ERROR', ways: ALL, file: 'error' },
  { code: 'EMAIL_EFFECT_HELD', ways: ['reply'], mailbox: { hitl_mode: 'all_outbound' }, strict: true },
];
