import type { ErrorCode } from '../../../shared/contract/errors.ts';
import { ENDPOINTS } from '../../../shared/contract/index.ts';

/**
 * The errors that each endpoint declares itself. Those of every endpoint of a kind belong to the matrix and
 * the fuzz.
 */

/** Declared errors that no test through the front door can meet, with the reason. */
export const EXPLAINED: Readonly<Partial<Record<ErrorCode, string>>> = {};

export function missingErrors(met: ReadonlySet<string>): {
  declared: number;
  explained: number;
  missing: string[];
} {
  const pairs = ENDPOINTS.flatMap(({ id, errors }) => [...new Set(errors)].map((code) => ({ id, code })));
  const unmet = pairs.filter(({ id, code }) => !met.has(`${id} ${code}`));
  const missing = unmet.filter(({ code }) => EXPLAINED[code] === undefined);
  return {
    declared: pairs.length,
    explained: unmet.length - missing.length,
    missing: missing.map(({ id, code }) => `${id} ${code}`).toSorted(),
  };
}
