import { timingSafeEqual } from 'node:crypto';
import type { Selectable } from 'kysely';
import { LIMITS } from '../../shared/contract/limits.ts';
import type { ChallengesTable } from '../platform/store/schema.ts';
import type { Transaction } from '../platform/store/store.ts';
import { HOUR } from '../platform/system/clock.ts';
import { isoTime } from '../platform/system/iso-time.ts';
import type { AccessContext } from './context.ts';
import { randomDigits } from './digits.ts';

/** One-time codes, links and grants. */

export type ChallengeKind =
  | 'email_verification'
  | 'phone_verification'
  | 'login_code'
  | 'login_sms'
  | 'password_reset'
  | 'email_change'
  | 'mfa_sms'
  | 'totp_setup'
  | 'phone_change'
  | 'phone_change_email'
  | 'reauth_sms'
  | 'recovery_grant'
  | 'cli_signup';

/** A challenge to issue; `seconds` is its lifetime. */
export interface NewChallenge {
  readonly kind: ChallengeKind;
  readonly accountId: string;
  readonly seconds: number;
  readonly sessionId?: string | null;
  readonly target?: string;
  readonly scope?: string;
  readonly valuesHash?: Buffer;
  /** Keeps earlier challenges of the kind open; otherwise only the newest one counts. */
  readonly beside?: true;
}

/** A stored challenge; `expiresAt` is ISO 8601. */
export interface IssuedChallenge {
  readonly id: string;
  /** The secret that the person enters or follows; it isn't stored. */
  readonly code: string;
  readonly expiresAt: string;
}

export type ChallengeRow = Selectable<ChallengesTable>;

type ChallengeContext = Pick<AccessContext, 'random' | 'secrets'>;

/** A replaced code is recognised, rather than counted as wrong, for this long. */
const REPLACED_KNOWN = HOUR;
const TOKEN_BYTES = 32;

/** Issues a code of six digits. */
export function issueCode(
  context: ChallengeContext,
  transaction: Transaction,
  challenge: NewChallenge,
): Promise<IssuedChallenge> {
  const id = transaction.newId();
  const code = randomDigits(context.random);
  return insert(transaction, challenge, {
    id,
    code,
    hash: hashCode(context, { kind: challenge.kind, id, code }),
  });
}

/** Issues a token that identifies its challenge, for links and grants. */
export function issueToken(
  context: ChallengeContext,
  transaction: Transaction,
  challenge: NewChallenge & { readonly prefix?: string },
): Promise<IssuedChallenge> {
  const id = transaction.newId();
  const code = (challenge.prefix ?? '') + context.random.bytes(TOKEN_BYTES).toString('base64url');
  return insert(transaction, challenge, { id, code, hash: hashToken(context, challenge.kind, code) });
}

async function insert(
  { db, now }: Transaction,
  challenge: NewChallenge,
  secret: { readonly id: string; readonly code: string; readonly hash: Buffer },
): Promise<IssuedChallenge> {
  const { kind, accountId } = challenge;
  if (!challenge.beside) await endOpen({ db, now }, accountId, [kind]);
  const expiresAt = now + challenge.seconds * 1000;
  await db
    .insertInto('challenges')
    .values({
      id: secret.id,
      account_id: accountId,
      session_id: challenge.sessionId ?? null,
      kind,
      code_hash: secret.hash,
      target: challenge.target ?? null,
      scope: challenge.scope ?? null,
      values_hash: challenge.valuesHash ?? null,
      created_at: now,
      expires_at: expiresAt,
    })
    .execute();
  return { id: secret.id, code: secret.code, expiresAt: isoTime(expiresAt) };
}

export type CodeOutcome =
  | { readonly ok: true; readonly challenge: ChallengeRow }
  | { readonly ok: false; readonly reason: 'missing' | 'expired' | 'locked' }
  | { readonly ok: false; readonly reason: 'wrong'; readonly attemptsLeft: number };

/**
 * Compares a code with the newest challenge of a kind, or with the one that `id` names. A wrong code is
 * counted, so the transaction has to commit; a right one leaves the challenge open until `endChallenge`.
 */
export async function tryCode(
  context: ChallengeContext,
  transaction: Transaction,
  attempt: {
    readonly kind: ChallengeKind;
    readonly accountId: string;
    readonly code: string;
    readonly id?: string;
  },
): Promise<CodeOutcome> {
  const { db, now } = transaction;
  const { kind, accountId, code } = attempt;
  let query = db
    .selectFrom('challenges')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('kind', '=', kind);
  if (attempt.id !== undefined) query = query.where('id', '=', attempt.id);
  const [newest, ...older] = await query
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(20)
    .execute();
  if (!newest) return { ok: false, reason: 'missing' };
  if (isTriedTooOften(newest)) return { ok: false, reason: 'locked' };
  const fits = (row: ChallengeRow) =>
    timingSafeEqual(row.code_hash, hashCode(context, { kind, id: row.id, code }));
  const isOpen = newest.ended_at === null && newest.expires_at > now;
  if (isOpen && fits(newest)) return { ok: true, challenge: newest };
  const replaced = older.some((row) => row.created_at > now - REPLACED_KNOWN && fits(row));
  if (!isOpen || replaced) return { ok: false, reason: 'expired' };
  return { ok: false, reason: 'wrong', attemptsLeft: await countWrongTry(transaction, newest) };
}

interface PresentedToken {
  readonly kind: ChallengeKind;
  readonly token: string;
}

export async function findByToken(
  context: Pick<AccessContext, 'secrets'>,
  { db, now }: Pick<Transaction, 'db' | 'now'>,
  { kind, token }: PresentedToken,
): Promise<ChallengeRow | null> {
  const row = await db
    .selectFrom('challenges')
    .selectAll()
    .where('code_hash', '=', hashToken(context, kind, token))
    .where('kind', '=', kind)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row ?? null;
}

/** The challenge of a kind that can still be redeemed. */
export async function findOpen(
  transaction: Transaction,
  kind: ChallengeKind,
  accountId: string,
): Promise<ChallengeRow | null> {
  const row = await findUnended(transaction, kind, accountId);
  return row === null || isTriedTooOften(row) ? null : row;
}

/** Like `findOpen`, but includes challenges with too many wrong attempts. */
export async function findUnended(
  { db, now }: Transaction,
  kind: ChallengeKind,
  accountId: string,
): Promise<ChallengeRow | null> {
  const row = await db
    .selectFrom('challenges')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return row ?? null;
}

export function isTriedTooOften({ attempts }: Pick<ChallengeRow, 'attempts'>): boolean {
  return attempts >= LIMITS.codeAttempts;
}

/** Counts a wrong attempt; returns how many are left. */
export async function countWrongTry({ db }: Transaction, challenge: ChallengeRow): Promise<number> {
  const attempts = challenge.attempts + 1;
  await db.updateTable('challenges').set({ attempts }).where('id', '=', challenge.id).execute();
  return LIMITS.codeAttempts - attempts;
}

/** Ends a challenge for good. */
export async function endChallenge({ db, now }: Transaction, challenge: ChallengeRow): Promise<void> {
  await db.updateTable('challenges').set({ ended_at: now }).where('id', '=', challenge.id).execute();
}

/** Ends all open challenges of these kinds. */
export async function endOpen(
  { db, now }: Pick<Transaction, 'db' | 'now'>,
  accountId: string,
  kinds: readonly ChallengeKind[],
): Promise<void> {
  await db
    .updateTable('challenges')
    .set({ ended_at: now })
    .where('account_id', '=', accountId)
    .where('kind', 'in', kinds)
    .where('ended_at', 'is', null)
    .execute();
}

function hashCode(
  context: Pick<AccessContext, 'secrets'>,
  { kind, id, code }: { readonly kind: ChallengeKind; readonly id: string; readonly code: string },
): Buffer {
  return context.secrets.sign(`code:${kind}`, `${id}:${code.trim()}`);
}

function hashToken(context: Pick<AccessContext, 'secrets'>, kind: ChallengeKind, token: string): Buffer {
  return context.secrets.sign(`token:${kind}`, token);
}
