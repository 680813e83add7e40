import { createHash } from 'node:crypto';
import { UUID_SHAPE } from '../../../shared/contract/fields.ts';

/** JSON with sorted keys, so that equal values have one text. Absent fields are left out. */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value)
      .filter(([, field]) => field !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, field]) => `${JSON.stringify(name)}:${canonicalJson(field)}`);
    return `{${fields.join(',')}}`;
  }
  return JSON.stringify(value);
}

/**
 * SHA-256 of the values that a challenge is bound to, without the proof and regardless of the case of ids.
 */
export function hashValues(values: Readonly<Record<string, unknown>>): Buffer {
  const { reauth_token: _token, reauth_challenge: _challenge, ...bound } = values;
  const fields = Object.entries(bound).map(([name, value]) => [
    name,
    isId(name, value) ? value.toLowerCase() : value,
  ]);
  return createHash('sha256')
    .update(canonicalJson(Object.fromEntries(fields)))
    .digest();
}

function isId(name: string, value: unknown): value is string {
  return name.endsWith('_id') && typeof value === 'string' && UUID_SHAPE.test(value);
}
