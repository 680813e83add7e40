import type { z } from 'zod';
import { UsageError } from './errors.ts';

/** A flag for a field of a request body, as text or JSON (`null`, `{…}`). */
export interface FieldFlag {
  readonly field: string;
  /** Its spelling, for error messages. */
  readonly flag: string;
  readonly value: string | undefined;
  readonly as: 'text' | 'json' | 'boolean';
}

/** Builds a body from flags and validates it with its schema, so that no list of values is repeated. */
export function bodyOf<Schema extends z.ZodType>(
  schema: Schema | undefined,
  flags: readonly FieldFlag[],
): z.output<Schema> {
  const given = flags.filter(({ value }) => value !== undefined);
  const body = Object.fromEntries(given.map((each) => [each.field, fieldValue(each)]));
  const parsed = schema?.safeParse(body);
  if (parsed?.success) return parsed.data;
  const problems = (parsed?.error.issues ?? []).map(({ path: [field, ...inside], message }) => {
    const flag = given.find((each) => each.field === field)?.flag ?? String(field ?? 'it');
    return `${[flag, ...inside].join('.')}: ${message}`;
  });
  throw new UsageError(problems.join('; '));
}

function fieldValue({ flag, value = '', as }: FieldFlag): unknown {
  if (as === 'text') return value;
  if (as === 'boolean') {
    if (value === 'true' || value === 'false') return value === 'true';
    throw new UsageError(`${flag} must be true or false, not "${value}".`);
  }
  try {
    return JSON.parse(value);
  } catch {
    throw new UsageError(`${flag} isn't valid JSON: ${value}`);
  }
}
