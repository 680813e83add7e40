import { hash, verify } from '@node-rs/argon2';
import { LIMITS } from '../../shared/contract/limits.ts';
import { invalidField } from '../errors.ts';

/** argon2id with the parameters that OWASP recommends: 19 MiB, two passes, one lane. Runs off the main thread. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Verified when there is no account, so that the time taken does not tell. */
let decoy: Promise<string> | undefined;

export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFKC'), PARAMETERS);
}

/** Whether `password` belongs to `stored`; without a stored hash it takes as long and says no. */
export async function passwordMatches(password: string, stored: string | null): Promise<boolean> {
  decoy ??= hashPassword('');
  const matches = await verify(stored ?? (await decoy), password.normalize('NFKC'));
  return matches && stored !== null;
}

/** Length in characters, and not the account's email (decisions 2.25). */
export function assertAcceptablePassword(password: string, email: string, field: string): void {
  const { min, max } = LIMITS.passwordCharacters;
  const length = [...password].length;
  if (length < min || length > max) throw invalidField(field, `must have ${min} to ${max} characters`);
  if (password.trim().toLowerCase() === email.toLowerCase()) {
    throw invalidField(field, 'must not be the email address');
  }
}
