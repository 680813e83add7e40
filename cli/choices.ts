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
