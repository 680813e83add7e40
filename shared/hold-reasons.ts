import type { OutboundPiiKey, ScanCategory } from './contract/scan.ts';

/** Sentences for the codes in `hold_context.summary_reasons`. */

const POLICY: Readonly<Record<string, string>> = {
  hitl_all_outbound: 'This mailbox holds everything that agents send.',
  'hitl_risky_only:first_contact': 'It is the first message to this recipient.',
  'hitl_risky_only:verdict': 'The scan found a risk, and this mailbox holds risky mail from agents.',
  revision: 'It is a new version of a message that was denied.',
  forward: 'It forwards a message, and this mailbox holds what agents forward.',
  send_window: 'An agent sent it outside the send window.',
};

const PII: Readonly<Record<OutboundPiiKey, string>> = {
  ssn: 'It contains a social security number.',
  credit_card: 'It contains a credit card number.',
  phone_number: 'It contains a phone number.',
};

const SCAN: Readonly<Record<ScanCategory, string>> = {
  prompt_injection: 'It tries to give instructions to an agent.',
  function_call_risk: 'It tries to make an agent call tools.',
  harmful_content: 'It contains harmful content.',
  liability_risk: 'It makes promises that could be binding.',
  pii: 'It contains personal data.',
  phishing_url: 'It links to an address that looks like phishing.',
  image_exfil: 'It contains an image that could leak data when loaded.',
  malware: 'It contains malware.',
  attachment_policy: "It has an attachment that couldn't be checked or isn't allowed.",
  mime_mismatch: "The content of a part doesn't match its declared type.",
  attachment_type_mismatch: "The content of an attachment doesn't match its file name.",
  spam: 'It looks like spam.',
  language_policy: "It isn't in English, and this mailbox holds other languages.",
  recipient_policy: 'The recipient policy holds it.',
  secret_detected: 'It contains a password, key or other secret.',
  content_similarity: 'It is too similar to other mail.',
  delivery_warmup: 'The warm-up limit of the account holds it.',
  html_differs: 'Its HTML and text differ.',
  scan_incomplete: "It couldn't be scanned completely.",
};

/** Every code that this version knows. */
export const HOLD_REASONS: Readonly<Record<string, string>> = {
  ...POLICY,
  ...prefixed('outbound_pii:', PII),
  ...prefixed('scan:', SCAN),
};

function prefixed(prefix: string, sentences: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(sentences).map(([key, text]) => [`${prefix}${key}`, text]));
}

/** The sentences for these codes; a code that this version doesn't know stands for itself. */
export function holdSentences(codes: readonly string[]): string[] {
  return codes.map((code) => HOLD_REASONS[code] ?? code);
}

/** The sentence and its code; for an unknown code of a newer daemon the code alone. */
export function holdReason(code: string): string {
  const sentence = HOLD_REASONS[code];
  return sentence === undefined ? code : `${sentence} (${code})`;
}

/** Advice on accepting other languages; null when the language isn't the reason. */
export function languageHint(codes: readonly string[], mailboxName: string): string | null {
  if (!codes.includes('scan:language_policy')) return null;
  return `To accept all languages: agentmail mailboxes update ${mailboxName} --languages all`;
}
