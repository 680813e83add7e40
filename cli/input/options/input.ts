import { UsageError } from '../../errors.ts';

export { definedFields } from '../../../shared/defined-fields.ts';

/** Refuses contradicting flags; `given` says per flag whether it was given. */
export function assertExclusive(given: Readonly<Record<string, boolean>>): void {
  const named = Object.keys(given).filter((flag) => given[flag]);
  if (named.length > 1) throw new UsageError(`${named.join(' and ')} can't be combined.`);
}

/** Refuses flags that need another flag. */
export function assertGoesWith(other: string, given: Readonly<Record<string, boolean>>): void {
  const named = Object.keys(given).filter((flag) => given[flag]);
  if (named.length > 0)
    throw new UsageError(`${named.join(' and ')} ${named.length > 1 ? 'require' : 'requires'} ${other}.`);
}

/** A value of a plain list. */
export function memberOf<const Values extends readonly string[]>(
  values: Values,
  flag: string,
  value: string,
): Values[number] {
  const found = values.find((each) => each === value);
  if (found !== undefined) return found;
  throw new UsageError(`${flag} must be one of ${values.join(', ')}, not "${value}".`);
}

/** Parses headers written as `Name: value`. */
export function headersOf(lines: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = Object.create(null);
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (colon < 1) throw new UsageError(`--header "${line}" isn't in the form "Name: value".`);
    const name = line.slice(0, colon).trim();
    if (name in headers) throw new UsageError(`--header sets ${name} twice.`);
    headers[name] = line.slice(colon + 1).trim();
  }
  return headers;
}

/** A JSON object as text. */
export function parseValues(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return Object.fromEntries(Object.entries(value));
    }
  } catch {
    // Refused below, like JSON that isn't an object.
  }
  throw new UsageError(`${text} isn't a JSON object.`);
}
