import { STRICT_APPLIED } from '../outbound/answer.ts';

/** Supported preferences of a `Prefer` header; others are ignored (RFC 7240). */
export interface Preferences {
  /** `outcome=strict`: outcomes other than `sent` answer with an error status. */
  readonly strict: boolean;
  /** `respond-async`: the answer may come before the outcome. */
  readonly async: boolean;
  /** Headers that confirm the strict outcome. */
  readonly applied: Readonly<Record<string, string>>;
}

/** Splits a header at commas outside of quotes; an open quote extends to the end. */
const PREFERENCES = /(?:"(?:[^"\\]|\\.)*\\?(?:"|$)|[^",])+/g;

/** Parses a Prefer header (RFC 7240). The first of repeated preferences counts. */
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
