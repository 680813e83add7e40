/** Limits of the contract. Units are in the names; sizes are powers of 1000. */
export const KB = 1000;
export const MB = 1000 * KB;
const GB = 1000 * MB;

export const TIERS = ['sandbox', 'pay_as_you_go', 'starter', 'pro'] as const;
export type Tier = (typeof TIERS)[number];

/**
 * Languages of mail that isn't held for its language, as commands and settings name them, and their
 * `language_mode`.
 */
export const LANGUAGE_MODE_OF = {
  english: 'english_only',
  all: 'allow_all_languages',
  off: 'disabled',
} as const;
export type Languages = keyof typeof LANGUAGE_MODE_OF;
export const LANGUAGES = Object.keys(LANGUAGE_MODE_OF) as readonly Languages[];
/**
 * Inbound mail that makes its sender a participant, for rules about agents: all mail, or mail with a proven
 * From.
 */
export const PARTICIPANT_AUTHENTICATION = ['any', 'authenticated'] as const;
/** Access of agents to inbound mail that isn't `available`: everything, or no text. */
export const QUARANTINE_ACCESS = ['full', 'metadata'] as const;
/** Whether agents release what the scan held, as the contract lets them, or never. */
export const AGENT_RELEASE = ['contract', 'never'] as const;
/**
 * Entries that agents add to the lists of the account: as the contract lets them, or single addresses up to a
 * daily limit.
 */
export const AGENT_ENTRIES = ['contract', 'strict'] as const;
/** Values that can be extracted from a message. */
export const EXTRACTS = ['otp', 'links', 'reply'] as const;
/** Values that can be taken from a mailbox: a one-time code, a link that signs in or confirms, or either. */
export const CODE_KINDS = ['otp', 'link', 'any'] as const;
/** Sets of policies that `POST /v1/mailboxes` applies as a whole. */
export const MAILBOX_PRESETS = ['guarded', 'open'] as const;

/** Limits of a tier. */
export interface TierLimits {
  /** Sends per UTC day once the account is past its trial state. */
  readonly dailySendCeiling: number;
  /** Sends per UTC day before a clean history; the ceiling for tiers without a trial state. */
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

/** A ceiling that nothing reaches, for fields that are integers. */
export const NO_LIMIT = 2_147_483_647;

/** Every tier, and the tier `pro` without its ceilings, for the owner of the machine. */
export const PLANS = [...TIERS, 'unlimited'] as const;
export type Plan = (typeof PLANS)[number];

export const UNLIMITED_PLAN: TierLimits = {
  dailySendCeiling: NO_LIMIT,
  dailySendStart: NO_LIMIT,
  mailboxes: NO_LIMIT,
  customDomains: NO_LIMIT,
  webhooks: NO_LIMIT,
  storageBytes: Number.MAX_SAFE_INTEGER,
};

export const LIMITS = {
  activeApiKeys: 10,
  apiKeyLabelCharacters: 100,
  passwordCharacters: { min: 12, max: 256 },
  sessionIdleSeconds: 12 * 3600,
  sessionSeconds: 7 * 24 * 3600,
  sessionUserAgentCharacters: 200,
  /** Validity of a link that signs a browser in. */
  pageLinkSeconds: 60,
  /** Validity of the address of a frame with the HTML of mail. */
  mailFrameSeconds: 60,
  /** Failed authentication, see docs/decisions/access-and-http.md. */
  wrongSecretsPerKey: { limit: 10, windowSeconds: 60 },
  unknownKeysPerAddress: { limit: 30, windowSeconds: 60 },
  failedLookupsPerMinute: 600,
  /** Per email and address. */
  failedLogins: { limit: 5, windowSeconds: 15 * 60 },
  /** Per address, over all emails. */
  failedLoginsPerAddress: { limit: 300, windowSeconds: 15 * 60 },
  /** Per email over all addresses, emailed codes and second factors each by itself. */
  wrongLoginCodes: { limit: 20, windowSeconds: 3600 },
  /** Per account. */
  failedReauths: { limit: 5, windowSeconds: 15 * 60 },
  /** Wrong attempts before a code ends. */
  codeAttempts: 5,
  emailCodeSeconds: 10 * 60,
  smsCodeSeconds: 5 * 60,
  recoveryCodes: 10,
  cliSignupCodeSeconds: 30 * 60,
  passwordResetSeconds: 30 * 60,
  recoveryGrantSeconds: 15 * 60,
  totpSetupSeconds: 10 * 60,
  customDailySendLimit: { min: 1, max: 2_147_483_647 },
  legalHoldReasonCharacters: 2000,
  legalHoldPage: { default: 50, max: 200 },
  /** Days between the deletion of an account and its erasure. */
  erasureDays: 30,
  /** Of sandbox: total sends, and days until the trial ends. */
  trialSends: 250,
  trialDays: 30,
  /** Raises the daily limit of pay-as-you-go to its ceiling. */
  cleanHistory: { days: 7, delivered: 50, failedShare: 0.02 },
  /** A rolling hour takes 1/4 of the daily warm-up limit. */
  warmupHourlyShare: 4,
  smsCooldownSeconds: 30,
  /** Rolling windows, for each phone number and each account. */
  smsPerPhone: { hour: 5, day: 10 },
  smsPerAddressHour: 20,
  /** Mails with codes and links that one address may request, per kind. */
  codeMails: { limit: 3, windowSeconds: 3600 },
  /** Per address. */
  signups: { limit: 5, windowSeconds: 3600 },
  mailboxNameCharacters: 64,
  /** Of one mailbox, with those that take no more mail. */
  namedAddresses: 1000,
  addressNoteCharacters: 200,
  displayNameRawCharacters: 256,
  displayNameCodePoints: 64,
  requestBodyBytes: 2 * MB,
  /** Of callers without a credential. */
  publicBodyBytes: 64 * KB,
  /** Fields and items of a JSON body, and the objects and lists around one. */
  bodyValues: 10_000,
  bodyDepth: 32,
  sendBodyCharacters: 100_000,
  subjectCharacters: 998,
  /** Agent messages in one thread of a mailbox, in a rolling window. */
  replyLoop: { messages: 20, minutes: 60 },
  /**
   * Answers of agents of a mailbox to one address, over all threads, in a rolling window, and how many of
   * them may answer automatic mail.
   */
  recipientLoop: { messages: 20, toAutomatic: 3, minutes: 60 },
  messageLabels: 50,
  labelCharacters: 64,
  metadataBytes: 4096,
  outboundHtmlBytes: 1 * MB,
  simulatorLabelCharacters: 100,
  addressCharacters: 254,
  /** Addresses of one list; `sending.max_recipients` limits all lists of a message together. */
  recipientListEntries: 1000,
  /** Characters of a body that an API key gets: its reader is a model, whose context is limited. */
  deliveredBodyCharacters: 20_000,
  bodyPreviewCharacters: 200,
  attachmentPreviewCharacters: 20_000,
  attachmentLinkSeconds: 300,
  idempotencyKeyCharacters: 255,
  /** Confirmations that a trial account may request. */
  verifiedRecipients: {
    total: 25,
    ramp: 5,
    rampHours: 72,
    attested: 5,
    /** Days for which the attestations of a phone count for the account that made them. */
    phoneDays: 90,
    requestsPerHour: 10,
    mailsPerDomainAndDay: 3,
    resendsPerDay: 2,
    linkHours: 48,
  },
  messagePage: { default: 50, max: 200 },
  threadPage: { default: 50, max: 200 },
  /** Latest messages that one read of a thread returns. */
  threadMessages: 200,
  /**
   * Body characters that a signed-in person gets in one read of a thread; longer bodies are cut as for keys.
   */
  threadBodyCharacters: 1_000_000,
  listPage: { default: 500, max: 500 },
  /** Rows of a list with `all`. */
  listAllRows: 10_000,
  bulkEntries: 1000,
  /** Entries that an account may add to all its lists in a UTC clock hour. */
  listAddsPerHour: 5000,
  /** Entries that agents may add to lists of the account in a UTC day, where they are limited. */
  agentEntriesPerDay: 50,
  attemptDays: { min: 1, max: 365 },
  attemptRetentionDays: 365,
  reasonCharacters: 500,
  outboxPage: { default: 100, max: 500 },
  searchCharacters: { min: 3, max: 200 },
  /** Characters of a line with words and filters. */
  searchLineCharacters: 1000,
  /** Words, phrases and filters of such a line. */
  searchLineParts: 20,
  searchPage: { default: 20, max: 50 },
  /** Characters of a body that are searched, which bounds the work for mail of strangers. */
  searchedBodyCharacters: 100_000,
  waitSeconds: { min: 1, max: 30, default: 30 },
  /** Age of a message from which a code may be taken. */
  codeMinutes: { min: 1, max: 1440, default: 10 },
  smtpMessageBytes: 25 * MB,
  scheduleDays: 365,
  stagedFileBytes: 10 * MB,
  /** Characters of the recipients of a message that a mail program wrote. */
  envelopeCharacters: 64 * KB,
  /** File names of uploads, in ASCII. */
  stagedFilenameCharacters: 255,
  stagedFileHours: 24,
  /** Of one outgoing message. */
  outboundAttachments: { count: 20, bytes: 25 * MB },
  webhookUrlCharacters: 2048,
  webhookDescriptionCharacters: 500,
  webhookHeaders: 8,
  webhookHeaderCharacters: 1024,
  webhookTimeoutSeconds: 10,
  /** Waits before the second to the seventh attempt. */
  webhookRetrySeconds: [30, 2 * 60, 10 * 60, 3600, 6 * 3600, 24 * 3600],
  webhookAbandonedToDisable: 20,
  webhookParallelDeliveries: 8,
  webhookSignatureToleranceSeconds: 300,
  webhookResponsePreviewCharacters: 200,
  /** People and channels of an account that are told of held mail. */
  noticeTargets: 20,
  noticeMailboxes: 1000,
  noticeDigestMinutes: 24 * 60,
  noticesPerHour: { max: 60, default: 12 },
  /** Failed posts in a row after which a target is turned off. */
  noticeFailuresToDisable: 20,
  deliveryPage: { default: 50, max: 100 },
  eventRetentionDays: 30,
  eventStreamsPerCredential: 16,
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
