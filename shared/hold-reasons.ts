import type { OutboundPiiKey, ScanCategory } from './contract/scan.ts';

/** Sentences for the codes in `hold_context.summary_reasons`. */

const POLICY: Readonly<Record<string, string>> = {
  hitl_all_outbound: 'Everything that agents send from this mailbox waits for a person.',
  'hitl_risky_only:first_contact': 'It is the first mail to this recipient.',
  'hitl_risky_only:verdict': 'The scan found a risk in it, and risky mail of agents waits for a person.',
  send_window: 'An agent sent it outside the hours in which agents may send.',
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
  liability_risk: 'It makes promises that could bind you.',
  pii: 'It contains personal data.',
  phishing_url: 'It links to an address that looks like phishing.',
  image_exfil: 'It contains a picture that could leak data when it is loaded.',
  malware: 'It contains malware.',
  attachment_policy: 'It has an attachment that could not be checked or is not allowed.',
  mime_mismatch: 'A part of it is not of the type that it claims.',
  attachment_type_mismatch: 'An attachment is not of the type that its name claims.',
  spam: 'It looks like spam.',
  language_policy: 'It is not in English, and this mailbox holds other languages.',
  recipient_policy: 'The policy for recipients holds it.',
  secret_detected: 'It contains a password, key or other secret.',
  content_similarity: 'It is too similar to other mail.',
  delivery_warmup: 'The sending limit of a new account holds it.',
  html_differs: 'Its HTML and its text say different things.',
  scan_incomplete: 'It could not be scanned completely.',
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

/**
 * The sentences for these codes, one after the other; a code that this version doesn't know stands for
 * itself.
 */
export function holdSentences(codes: readonly string[]): string {
  return codes.map((code) => HOLD_REASONS[code] ?? code).join(' ');
}
