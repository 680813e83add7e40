import { LIMITS } from '../../shared/contract/limits.ts';
import type { Context } from '../context.ts';
import { invalidField } from '../errors.ts';
import { writeAudit } from '../events/audit.ts';
import type { Transaction } from '../store/store.ts';
import { endOpen } from './challenges.ts';
import type { Actor } from './principal.ts';

/** argon2id with the parameters that OWASP recommends: 19 MiB, two passes, one lane. Runs off the main thread. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Verified when there is no account, so that the time taken does not tell. */
let decoy: Promise<string> | undefined;

/** Loaded when the first person has a password: many daemons know keys only. */
const argon2 = () => import('@node-rs/argon2');

async function hashPassword(password: string): Promise<string> {
  const { hash } = await argon2();
  return hash(password.normalize('NFKC'), PARAMETERS);
}

/** Whether `password` belongs to `stored`; without a stored hash it takes as long and says no. */
export async function passwordMatches(password: string, stored: string | null): Promise<boolean> {
  const { verify } = await argon2();
  decoy ??= hashPassword('');
  const matches = await verify(stored ?? (await decoy), password.normalize('NFKC'));
  return matches && stored !== null;
}

/** Hash of a password that an account may have. */
export async function newPasswordHash(password: string, email: string, field = 'password'): Promise<string> {
  assertAcceptablePassword(password, email, field);
  return hashPassword(password);
}

/** Writes the hash and its audit row; what was mailed for signing in without it is of no use any more. */
export async function storePassword(
  context: Pick<Context, 'random'>,
  transaction: Transaction,
  change: { readonly accountId: string; readonly passwordHash: string; readonly actor: Actor },
): Promise<void> {
  await transaction.db
    .updateTable('accounts')
    .set({ password_hash: change.passwordHash })
    .where('id', '=', change.accountId)
    .execute();
  await endOpen(transaction, change.accountId, ['login_code', 'password_reset']);
  await writeAudit(context.random, transaction, {
    kind: 'account.password.changed',
    accountId: change.accountId,
    actor: change.actor,
  });
}

/** Length in characters, and not the account's email (decisions 2.25). */
function assertAcceptablePassword(password: string, email: string, field: string): void {
  const { min, max } = LIMITS.passwordCharacters;
  const length = [...password].length;
  if (length < min || length > max) throw invalidField(field, `must have ${min} to ${max} characters`);
  if (password.trim().toLowerCase() === email.toLowerCase()) {
    throw invalidField(field, 'must not be the email address');
  }
}
