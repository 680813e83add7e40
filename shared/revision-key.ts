import { LIMITS } from './contract/limits.ts';

/**
 * The idempotency key of a new version of a denied message, from the caller's key. A program that names its
 * answer after the message that it answers would otherwise get the denial back, because keys never expire.
 */
export function revisionKey(key: string, revises: string): string {
  const suffix = ` revises ${revises}`;
  return key.slice(0, LIMITS.idempotencyKeyCharacters - suffix.length) + suffix;
}
