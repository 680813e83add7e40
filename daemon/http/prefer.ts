import { STRICT_APPLIED } from '../outbound/answer.ts';

/** What of a `Prefer` header is honoured here; the rest is passed over, as RFC 7240 has it. */
export interface Preferences {
  /** `outcome=strict`: outcomes other than `sent` answer with an error status. */
  readonly strict: boolean;
  /** `respond-async`: the answer may come before the outcome. */
  readonly async: boolean;
  /** Headers that tell that the strict outcome was honoured. */
  readonly applied: Readonly<Record<string, string>>;
}

/** Reads a Prefer header (RFC 7240); unknown preferences are ignored, as it asks. */
export function readPreferences(header: string | undefined): Preferences {
  const parts = (header ?? '').split(',').map((part) => part.trim());
  const strict = parts.some((part) => /^outcome\s*=\s*"?strict"?$/i.test(part));
  const async = parts.some((part) => /^respond-async$/i.test(part));
  return { strict, async, applied: strict ? STRICT_APPLIED : {} };
}
