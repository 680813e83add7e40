import { HOLD_REASONS } from '../../shared/hold-reasons.ts';

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
