import type { z } from 'zod';
import { UsageError } from '../../errors.ts';

/** Per flag the field of the body that it sets; undefined for one that wasn't given. */
type FieldsByFlag = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Builds a body from flags and validates it with its schema, so that no list of values is repeated. */
export function bodyOf<Schema extends z.ZodType>(
  schema: Schema | undefined,
  flags: FieldsByFlag,
): z.output<Schema> {
  const given = Object.entries(flags).flatMap(([flag, fields]) =>
    Object.entries(fields).flatMap(([field, value]) => (value === undefined ? [] : [{ flag, field, value }])),
  );
  const parsed = schema?.safeParse(Object.fromEntries(given.map(({ field, value }) => [field, value])));
  if (parsed?.success) return parsed.data;
  const problems = (parsed?.error.issues ?? []).map(({ path: [field, ...inside], message }) => {
    const flag = given.find((each) => each.field === field)?.flag ?? String(field ?? 'it');
    return `${[flag, ...inside].join('.')}: ${message}`;
  });
  throw new UsageError(problems.join('; '));
}

/** The value of a flag that is written as JSON. */
export function json(flag: string, text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    throw new UsageError(`${flag} isn't valid JSON: ${text}`);
  }
}
