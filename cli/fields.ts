import type { z } from 'zod';
import { UsageError } from './errors.ts';

/** A flag whose value goes into a field of a request body: as text, or read as JSON (`true`, `null`, `{…}`). */
export interface FieldFlag {
  readonly field: string;
  readonly value: string | undefined;
  readonly as: 'text' | 'json';
}

/** Builds a body from flags and checks it with its schema, so that no list of values is written twice. */
export function bodyOf<Schema extends z.ZodType>(
  schema: Schema | undefined,
  flags: readonly FieldFlag[],
): z.output<Schema> {
  const given = flags.filter(({ value }) => value !== undefined);
  const body = Object.fromEntries(given.map((each) => [each.field, fieldValue(each)]));
  const parsed = schema?.safeParse(body);
  if (parsed?.success) return parsed.data;
  const problems = (parsed?.error.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new UsageError(problems.join('; '));
}

function fieldValue({ field, value = '', as }: FieldFlag): unknown {
  if (as === 'text') return value;
  try {
    return JSON.parse(value);
  } catch {
    throw new UsageError(`${field} is not JSON: ${value}`);
  }
}
