import { readIdempotencyKey } from '../../mail/outbound/idempotency.ts';
import type { KeyedOptions, Preferences } from '../../mail/outbound/preferences.ts';

/** Splits a header at commas outside of quotes; an open quote extends to the end. */
const PREFERENCES = /(?:"(?:[^"\\]|\\.)*\\?(?:"|$)|[^",])+/g;

/** Preferences whose value may be `strict`. */
type Strict = 'outcome' | 'idempotency';
const STRICT: readonly Strict[] = ['outcome', 'idempotency'];

interface KeyedHeaders {
  readonly idempotencyKey: string | undefined;
  readonly prefer: string | undefined;
}

/** Reads the key of a request, and the preferences that its endpoint honours. */
export function readKeyed(
  { idempotencyKey, prefer }: KeyedHeaders,
  honoured: readonly Strict[] = STRICT,
): KeyedOptions {
  return { key: readIdempotencyKey(idempotencyKey), preferences: readPreferences(prefer, honoured) };
}

/**
 * Parses a Prefer header (RFC 7240). The first of repeated preferences counts; unknown ones are ignored.
 */
export function readPreferences(
  header: string | undefined,
  honoured: readonly Strict[] = STRICT,
): Preferences {
  const values = new Map<string, string>();
  for (const [preference] of (header ?? '').matchAll(PREFERENCES)) {
    const [main = ''] = preference.split(';', 1);
    const [name = '', value = ''] = main.split('=', 2).map((part) => part.trim().toLowerCase());
    if (!values.has(name)) values.set(name, value.replace(/^"(.*)"$/, '$1'));
  }
  const applied = honoured.filter((name) => values.get(name) === 'strict');
  return {
    strict: applied.includes('outcome'),
    strictKey: applied.includes('idempotency'),
    async: values.has('respond-async'),
    applied:
      applied.length > 0 ? { 'preference-applied': applied.map((name) => `${name}=strict`).join(', ') } : {},
  };
}
