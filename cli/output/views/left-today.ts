import { NO_LIMIT } from '../../../shared/contract/limits.ts';

/** The row about sends that are left today; a plan without ceilings has none. */
export function leftToday(remaining: number, limit: number): (readonly [string, string])[] {
  return limit === NO_LIMIT ? [] : [['sends left today', `${remaining} of ${limit}`]];
}
