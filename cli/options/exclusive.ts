import { UsageError } from '../errors.ts';

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
