import { LIMITS } from '../../shared/contract/limits.ts';
import { invalidField, ServiceError } from '../platform/errors/service-error.ts';
import type { Actor } from '../platform/store/actor.ts';
import type { Transaction } from '../platform/store/store.ts';
import { BoundedQueue } from '../platform/system/bounded-queue.ts';
import { endOpen } from './challenges.ts';
import type { AccessContext } from './context.ts';
import { forgetFailures } from './login/failures.ts';

/** Cost of a hash by argon2id, with one lane. */
export interface PasswordCost {
  /** KiB */
  readonly memoryCost: number;
  /** Passes */
  readonly timeCost: number;
}

/** The parameters that OWASP recommends: 19 MiB, two passes. Hashes run off the main thread. */
export const PASSWORD_COST: PasswordCost = { memoryCost: 19_456, timeCost: 2 };

let currentCost = PASSWORD_COST;

/** Changes the cost of this process's hashes. For tests, which make thousands. */
export function setPasswordCost(cost: PasswordCost): void {
  currentCost = cost;
}

/** Verified when there is no account, so that timing reveals nothing. No password has this hash. */
function decoyHash({ memoryCost, timeCost }: PasswordCost): string {
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=1$5qLrI7YH/VhAMmksdshPAw$hxIDpYj5FdgaXSWbLw8+l/uOohHu0a7QF2U9KcA3ByI`;
}

/**
 * A hash takes 50 ms of a libuv thread; the process has four, for files and DNS too. Two stay free; 64
 * waiting log-ins take 2 s.
 */
const hashing = new BoundedQueue({ parallel: 2, waiting: 64 });
/** `Retry-After`, in seconds. */
const RETRY_AFTER = 2;

/** Loaded on first use: many daemons only have keys. */
const argon2 = () => import('@node-rs/argon2');

/** Queues one hash; 503 when the queue is full. */
function inTurn<T>(work: (library: Awaited<ReturnType<typeof argon2>>) => Promise<T>): Promise<T> {
  const done = hashing.run(async () => work(await argon2()));
  if (done) return done;
  throw new ServiceError(
    'SERVICE_UNAVAILABLE',
    { retry_after: RETRY_AFTER },
    { message: 'Too many sign-ins at the moment. Try again shortly.' },
  );
}

/** Whether `password` matches `stored`. Without a stored hash it takes as long and returns false. */
export async function passwordMatches(password: string, stored: string | null): Promise<boolean> {
  const matches = await inTurn(({ verify }) =>
    verify(stored ?? decoyHash(currentCost), password.normalize('NFKC')),
  );
  return matches && stored !== null;
}

/** Returns the hash of an acceptable password. */
export async function newPasswordHash(password: string, email: string, field = 'password'): Promise<string> {
  assertAcceptablePassword(password, email, field);
  return inTurn(({ hash }) => hash(password.normalize('NFKC'), { ...currentCost, parallelism: 1 }));
}

/**
 * Stores the hash, writes the audit row, and ends mailed codes and tokens for signing in without the
 * password.
 */
export async function storePassword(
  context: Pick<AccessContext, 'secrets'>,
  transaction: Transaction,
  change: { readonly accountId: string; readonly passwordHash: string; readonly actor: Actor },
): Promise<void> {
  const { email } = await transaction.db
    .updateTable('accounts')
    .set({ password_hash: change.passwordHash })
    .where('id', '=', change.accountId)
    .returning('email')
    .executeTakeFirstOrThrow();
  await forgetFailures(context, transaction, email);
  await endOpen(transaction, change.accountId, ['login_code', 'password_reset']);
  await transaction.audit({
    kind: 'account.password.changed',
    accountId: change.accountId,
    actor: change.actor,
  });
}

/** Length in characters, and not the account's email. */
function assertAcceptablePassword(password: string, email: string, field: string): void {
  const { min, max } = LIMITS.passwordCharacters;
  const length = [...password].length;
  if (length < min || length > max) throw invalidField(field, `must have ${min} to ${max} characters`);
  if (password.trim().toLowerCase() === email.toLowerCase()) {
    throw invalidField(field, 'must not be the email address');
  }
}
