/** The specification's tables "Limits" as data. Units are in the names; sizes are powers of 1000. */
export const KB = 1000;
export const MB = 1000 * KB;
export const GB = 1000 * MB;

export const TIERS = ['sandbox', 'pay_as_you_go', 'starter', 'pro'] as const;
export type Tier = (typeof TIERS)[number];

export interface TierLimits {
  /** Sends per UTC day once the account is past its trial state. */
  readonly dailySendCeiling: number;
  /** Sends per UTC day before a clean history; equal to the ceiling where there is no trial state. */
  readonly dailySendStart: number;
  readonly mailboxes: number;
  readonly customDomains: number;
  readonly webhooks: number;
  readonly storageBytes: number;
}

export const TIER_LIMITS: Readonly<Record<Tier, TierLimits>> = {
  sandbox: {
    dailySendCeiling: 15,
    dailySendStart: 15,
    mailboxes: 1,
    customDomains: 1,
    webhooks: 1,
    storageBytes: 1 * GB,
  },
  pay_as_you_go: {
    dailySendCeiling: 200,
    dailySendStart: 15,
    mailboxes: 1,
    customDomains: 1,
    webhooks: 3,
    storageBytes: 5 * GB,
  },
  starter: {
    dailySendCeiling: 233,
    dailySendStart: 233,
    mailboxes: 5,
    customDomains: 1,
    webhooks: 3,
    storageBytes: 5 * GB,
  },
  pro: {
    dailySendCeiling: 1000,
    dailySendStart: 1000,
    mailboxes: 25,
    customDomains: 3,
    webhooks: 25,
    storageBytes: 15 * GB,
  },
};

export const LIMITS = {
  activeApiKeys: 10,
  apiKeyLabelCharacters: 100,
  mailboxNameCharacters: 64,
  displayNameRawCharacters: 256,
  displayNameCodePoints: 64,
  requestBodyBytes: 2 * MB,
  sendBodyCharacters: 100_000,
  subjectCharacters: 998,
  addressCharacters: 254,
  /** Body characters that a Bearer caller gets of one message (decisions 9.3). */
  deliveredBodyCharacters: 20_000,
  bodyPreviewCharacters: 200,
  idempotencyKeyCharacters: 255,
  messagePage: { default: 50, max: 200 },
  listPage: { default: 500, max: 500 },
  outboxPage: { default: 100, max: 500 },
  searchCharacters: { min: 3, max: 200 },
  waitSeconds: { min: 1, max: 30, default: 30 },
  smtpMessageBytes: 25 * MB,
  outboxRetentionDays: 30,
  clockAdvanceSeconds: 31_536_000,
} as const;

export const MAILBOX_NAME = /^[a-z0-9](?:[a-z0-9._-]{0,62}[a-z0-9])?$/;
export const RESERVED_MAILBOX_NAMES = [
  'postmaster',
  'abuse',
  'mailer-daemon',
  'bounce',
  'bounces',
  'complaints',
  'dsn',
  'noreply',
  'no-reply',
  'unsubscribe',
] as const;
