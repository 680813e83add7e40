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

/** The preferences of a header, cut at the commas outside of quotes; an open quote ends with the header. */
const PREFERENCES = /(?:"(?:[^"\\]|\\.)*\\?(?:"|$)|[^",])+/g;

/** Reads a Prefer header (RFC 7240): of a repeated preference the first counts; what is unknown is passed over. */
export function readPreferences(header: string | undefined): Preferences {
  const values = new Map<string, string>();
  for (const [preference] of (header ?? '').matchAll(PREFERENCES)) {
    const [main = ''] = preference.split(';', 1);
    const [name = '', value = ''] = main.split('=', 2).map((part) => part.trim().toLowerCase());
    if (!values.has(name)) values.set(name, value.replace(/^"(.*)"$/, '$1'));
  }
  const strict = values.get('outcome') === 'strict';
  return { strict, async: values.has('respond-async'), applied: strict ? STRICT_APPLIED : {} };
}
