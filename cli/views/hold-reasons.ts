import { HOLD_REASONS } from '../../shared/hold-reasons.ts';

/** The sentence with the code beside it; the code alone from a daemon that knows more. */
export function holdReason(code: string): string {
  const sentence = HOLD_REASONS[code];
  return sentence === undefined ? code : `${sentence} (${code})`;
}

/** How to take mail in other languages; null when the language isn't why the message is held. */
export function languageHint(codes: readonly string[], mailboxName: string): string | null {
  if (!codes.includes('scan:language_policy')) return null;
  return `To take all languages: agentmail mailboxes update ${mailboxName} --languages all`;
}
