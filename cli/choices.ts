import type { z } from 'zod';
import { UsageError } from './errors.ts';

/** A value of one of the contract's enums, whose schema is loaded on use. */
export function oneOf<Values extends Readonly<Record<string, string>>>(
  schema: z.ZodEnum<Values>,
  flag: string,
  value: string,
): Values[keyof Values] {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new UsageError(`${flag} must be one of ${schema.options.join(', ')}, not "${value}".`);
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
