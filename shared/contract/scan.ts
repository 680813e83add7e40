import { z } from 'zod';
import { LANGUAGE_MODES } from './values.ts';

/** Content scanning: results, policy and types of personal data. See docs/decisions/scanning.md. */

export const SCAN_CATEGORIES = [
  'prompt_injection',
  'function_call_risk',
  'harmful_content',
  'liability_risk',
  'pii',
  'phishing_url',
  'image_exfil',
  'malware',
  'attachment_policy',
  'mime_mismatch',
  'attachment_type_mismatch',
  'spam',
  'language_policy',
  'recipient_policy',
  'secret_detected',
  'content_similarity',
  'delivery_warmup',
  'scan_incomplete',
  'html_differs',
] as const;
const scanCategory = z.enum(SCAN_CATEGORIES);
export type ScanCategory = z.output<typeof scanCategory>;

const SCAN_SUBTYPES = [
  'jailbreak',
  'instruction_injection',
  'toxicity',
  'violence',
  'sexual_content',
  'hate_speech',
  'harassment',
  'self_harm',
  'profanity',
  'secret_value',
  'outbound_confidentiality_leak',
] as const;
const scanSubtype = z.enum(SCAN_SUBTYPES);
export type ScanSubtype = z.output<typeof scanSubtype>;

/** Decisions of a finding, mildest first; the worst one makes the verdict. */
export const SCAN_DECISIONS = [
  'allow',
  'allow_with_warning',
  'require_human_approval',
  'quarantine',
  'block',
] as const;
export const scanDecision = z.enum(SCAN_DECISIONS);
export type ScanDecision = z.output<typeof scanDecision>;

export const scanVerdict = z.enum(['clean', 'warning', 'review_required', 'quarantined', 'blocked']);
export type ScanVerdict = z.output<typeof scanVerdict>;

export const VERDICT_OF_DECISION: Readonly<Record<ScanDecision, ScanVerdict>> = {
  allow: 'clean',
  allow_with_warning: 'warning',
  require_human_approval: 'review_required',
  quarantine: 'quarantined',
  block: 'blocked',
};

const urlThreatType = z.enum([
  'MALWARE',
  'SOCIAL_ENGINEERING',
  'UNWANTED_SOFTWARE',
  'SOCIAL_ENGINEERING_EXTENDED_COVERAGE',
]);
export type UrlThreatType = z.output<typeof urlThreatType>;

const urlWarning = z.object({
  qualified_wording: z.string(),
  attribution_text: z.string(),
  attribution_url: z.string(),
  learn_more: z.array(z.object({ threat_type: urlThreatType, url: z.string() })),
  affected_urls: z.array(z.string()),
});
export type UrlWarning = z.output<typeof urlWarning>;

/** Personal data that the outbound policy can decide on. */
export const OUTBOUND_PII_KEYS = ['ssn', 'credit_card', 'phone_number'] as const;
const outboundPiiKey = z.enum(OUTBOUND_PII_KEYS);
export type OutboundPiiKey = z.output<typeof outboundPiiKey>;

/** Handling of an attachment, or of the text derived from it. */
const attachmentFindingAction = z.enum([
  'quarantine_message',
  'metadata_only_after_rewrite',
  'derived_text_finding',
]);
export type AttachmentFindingAction = z.output<typeof attachmentFindingAction>;

const scanFailureClass = z.enum(['inference_error', 'model_judgment']);

export const scanFinding = z.object({
  category: scanCategory,
  decision: scanDecision,
  reason: z.string().nullable(),
  subtype: scanSubtype.optional(),
  pii_type: outboundPiiKey.optional(),
  warning: urlWarning.optional(),
  expires_at: z.string().optional(),
  attachment_index: z.int().optional(),
  attachment_filename: z.string().optional(),
  attachment_policy_action: attachmentFindingAction.optional(),
  failure_class: scanFailureClass.optional(),
  agent_instructions: z.array(z.string()).optional(),
});
export type ScanFinding = z.output<typeof scanFinding>;

/** The `scan` field of a message; null until the message is scanned. */
export const scan = z.object({
  verdict: scanVerdict,
  categories: z.array(z.object({ category: scanCategory, decision: scanDecision })),
  findings: z.array(scanFinding),
});
export type Scan = z.output<typeof scan>;

/** `summary` leaves out findings decided `allow`, `verbose` shows them. */
export const scanView = z.enum(['summary', 'verbose']);
export type ScanView = z.output<typeof scanView>;

/** Access to an attachment, decided by the scan. */
export const attachmentPolicyAction = z.enum(['deliver', 'metadata_only', 'quarantine', 'block']);
export type AttachmentPolicyAction = z.output<typeof attachmentPolicyAction>;

export const antivirusVerdict = z.enum(['clean', 'infected', 'error', 'skipped']);
export type AntivirusVerdict = z.output<typeof antivirusVerdict>;

const languageMode = z.enum(LANGUAGE_MODES);
export type LanguageMode = z.output<typeof languageMode>;

export const DISABLEABLE_SCANNERS = [
  'prompt-injection',
  'attachment-policy',
  'mime-mismatch',
  'pii',
  'secrets',
  'url-reputation',
] as const;
const disableableScanner = z.enum(DISABLEABLE_SCANNERS);

export const DISABLEABLE_CRITERIA = [
  'prompt_injection',
  'jailbreak',
  'function_call_risk',
  'profanity',
  'confidentiality_leak',
  'unauthorized_liability',
] as const;
const disableableCriterion = z.enum(DISABLEABLE_CRITERIA);

/** Criteria that outbound mail can't disable; naming one in `disabled_proxy_criteria` is 422. */
export const MANDATORY_CRITERIA = [
  'toxicity',
  'hate_speech',
  'violence',
  'harassment',
  'self_harm',
  'sexual_content',
] as const;
export type MandatoryCriterion = (typeof MANDATORY_CRITERIA)[number];

/** Actions of the outbound PII policy, mildest first. */
export const OUTBOUND_PII_ACTIONS = ['allow', 'allow_with_warning', 'review', 'quarantine', 'block'] as const;
const outboundPiiAction = z.enum(OUTBOUND_PII_ACTIONS);
export type OutboundPiiAction = z.output<typeof outboundPiiAction>;

export const DECISION_OF_PII_ACTION: Readonly<Record<OutboundPiiAction, ScanDecision>> = {
  allow: 'allow',
  allow_with_warning: 'allow_with_warning',
  review: 'require_human_approval',
  quarantine: 'quarantine',
  block: 'block',
};

const APPROVAL_NOTE_RULES = ['optional', 'required_for_sensitive_pii'] as const;

/** A mailbox's policy as stored and read. Absent keys have the defaults of `SCANNER_POLICY_DEFAULTS`. */
export const scannerPolicy = z.strictObject({
  language_mode: languageMode.optional(),
  disabled_scanners: z.array(disableableScanner).optional(),
  disabled_proxy_criteria: z.array(disableableCriterion).optional(),
  outbound_pii_policy: z
    .strictObject({
      ssn: outboundPiiAction.optional(),
      credit_card: outboundPiiAction.optional(),
      phone_number: outboundPiiAction.optional(),
    })
    .optional(),
  outbound_review_policy: z
    .strictObject({ approval_note: z.enum(APPROVAL_NOTE_RULES).optional() })
    .optional(),
});
export type ScannerPolicy = z.output<typeof scannerPolicy>;

/**
 * The policy as a caller writes it, merged key by key. Unknown keys and bad enum values fail here (400);
 * unknown or mandatory criteria and unknown PII keys pass, because their 422 names them.
 */
export const scannerPolicyInput = z.strictObject({
  language_mode: languageMode.optional(),
  disabled_scanners: z.array(disableableScanner).optional(),
  disabled_proxy_criteria: z.array(z.string()).optional(),
  outbound_pii_policy: z.record(z.string(), outboundPiiAction).optional(),
  outbound_review_policy: z
    .strictObject({ approval_note: z.enum(APPROVAL_NOTE_RULES).optional() })
    .optional(),
});
export type ScannerPolicyInput = z.output<typeof scannerPolicyInput>;

export const SCANNER_POLICY_DEFAULTS = {
  language_mode: 'english_only',
  disabled_scanners: [],
  disabled_proxy_criteria: [],
  outbound_pii_policy: {
    ssn: 'quarantine',
    credit_card: 'quarantine',
    phone_number: 'allow_with_warning',
  },
  outbound_review_policy: { approval_note: 'optional' },
} as const satisfies Required<ScannerPolicy>;

/** Types of personal data that `redacted` replaces. */
export const PII_TYPES = [
  'PERSON',
  'EMAIL_ADDRESS',
  'PHONE_NUMBER',
  'US_SSN',
  'CREDIT_CARD',
  'US_BANK_NUMBER',
  'US_DRIVER_LICENSE',
  'US_ITIN',
  'US_PASSPORT',
  'UK_NHS',
  'IBAN_CODE',
  'MEDICAL_LICENSE',
  'CRYPTO',
] as const;
const piiType = z.enum(PII_TYPES);
export type PiiType = z.output<typeof piiType>;

export const PII_VISIBILITIES = ['redact', 'show'] as const;
export const PII_OPERATORS = ['replace_with_type', 'partial_mask', 'hash_replace'] as const;

/** Per type, whether and how its spans are hidden. The first value of each list is the default. */
export const piiRedactionConfig = z.partialRecord(
  piiType,
  z.strictObject({
    visibility: z.enum(PII_VISIBILITIES).optional(),
    operator: z.enum(PII_OPERATORS).optional(),
  }),
);
export type PiiRedactionConfig = z.output<typeof piiRedactionConfig>;
