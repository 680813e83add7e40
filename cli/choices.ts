import type { z } from 'zod';
import { UsageError } from './errors.ts';

/** A value of a closed list of the contract, whose schema is loaded only when the flag is used. */
export function oneOf<Values extends Readonly<Record<string, string>>>(
  schema: z.ZodEnum<Values>,
  flag: string,
  value: string,
): Values[keyof Values] {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new UsageError(`${flag} "${value}" is none of: ${schema.options.join(', ')}.`);
}

/** A value of a closed list that is no schema. */
export function memberOf<const Values extends readonly string[]>(
  values: Values,
  flag: string,
  value: string,
): Values[number] {
  const found = values.find((each) => each === value);
  if (found !== undefined) return found;
  throw new UsageError(`${flag} "${value}" is none of: ${values.join(', ')}.`);
}

/** Headers that are written as `Name: value`. */
export function headersOf(lines: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = Object.create(null);
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (colon < 1) throw new UsageError(`--header "${line}" is not written as "Name: value".`);
    const name = line.slice(0, colon).trim();
    if (name in headers) throw new UsageError(`--header names ${name} twice.`);
    headers[name] = line.slice(colon + 1).trim();
  }
  return headers;
}
