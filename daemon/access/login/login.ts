import type { Selectable } from 'kysely';
import type { BodyOf, ReplyOf } from '../../../shared/contract/endpoint.ts';
import type { login as contract } from '../../../shared/contract/sessions.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import { SERVICE_ACCOUNT } from '../../platform/store/lock-scope.ts';
import type { AccountsTable } from '../../platform/store/schema.ts';
import type { Transaction } from '../../platform/store/store.ts';
import { type ChallengeRow, endChallenge, tryCode } from '../challenges.ts';
import type { AccessContext } from '../context.ts';
import { normaliseEmail } from '../email.ts';
import { failedAuthentication } from '../failed-authentication.ts';
import { passwordMatches } from '../password.ts';
import { type ClientFacts, type OpenedSession, openSession } from '../sessions/open.ts';
import { blockedFor, countAttempt, uncountAttempt } from '../throttles/counters.ts';
import { type CodeKind, codeFailures, isKnownAddress, loginFailures } from './failures.ts';
import { checkSecondFactor, type SecondFactorRequest } from './second-factor.ts';

type LoginBody = BodyOf<typeof contract>;
type LoginAccount = Selectable<AccountsTable>;

export interface Login {
  readonly reply: ReplyOf<typeof contract>;
  readonly session: OpenedSession;
}

/** A log-in attempt. Without an account it takes the same steps. */
interface LoginAttempt {
  readonly email: string;
  readonly account: LoginAccount | undefined;
  readonly body: LoginBody;
  readonly client: ClientFacts;
}

/** Blocked for `wait` milliseconds and not checked. */
interface Blocked {
  readonly kind: 'blocked';
  readonly wait: number;
}

/**
 * Outcome of a log-in; null when it's wrong. Refusals are thrown after the commit, so that a wrong code stays
 * counted.
 */
type LoginOutcome =
  | { readonly kind: 'open'; readonly session: OpenedSession; readonly accountId: string }
  | { readonly kind: 'second_factor'; readonly request: SecondFactorRequest }
  | Blocked
  | null;

/** Signs a person in with a password or an emailed code, and the second factor if there is one. */
export async function logIn(context: AccessContext, body: LoginBody, client: ClientFacts): Promise<Login> {
  const email = normaliseEmail(body.email);
  const attempt = await context.guards.throttles.guard(loginFailures(email, client.address), async () =>
    tryToEnter(context, { email, account: await findAccount(context, email), body, client }),
  );
  const outcome = attempt.kind === 'right' ? attempt.result : attempt;
  if (outcome.kind === 'blocked') throw failedAuthentication(outcome.wait);
  if (outcome.kind === 'wrong') {
    throw new ServiceError('UNAUTHORIZED', undefined, {
      message: 'The email address, password or code is wrong.',
    });
  }
  if (outcome.kind === 'second_factor') throw new ServiceError('MFA_REQUIRED', { ...outcome.request });
  const { id, expiresAt } = outcome.session;
  return {
    reply: { account_id: outcome.accountId, email, session: { id, expires_at: expiresAt } },
    session: outcome.session,
  };
}

async function findAccount(context: AccessContext, email: string): Promise<LoginAccount | undefined> {
  return context.store.read
    .selectFrom('accounts')
    .selectAll()
    .where('email', '=', email)
    .where('status', '!=', 'deleted')
    .executeTakeFirst();
}

async function tryToEnter(context: AccessContext, attempt: LoginAttempt): Promise<LoginOutcome> {
  const { account, body } = attempt;
  if (body.password !== undefined) {
    if (!(await passwordMatches(body.password, account?.password_hash ?? null))) return null;
  }
  // Wrong codes are counted by email, for the service.
  const accounts = account ? [SERVICE_ACCOUNT, account.id] : [SERVICE_ACCOUNT];
  return context.store.write({ accounts }, (transaction) => enter(context, transaction, attempt));
}

async function enter(
  context: AccessContext,
  transaction: Transaction,
  attempt: LoginAttempt,
): Promise<LoginOutcome> {
  const { account, body, client } = attempt;
  const code = body.email_code;
  const emailed =
    code === undefined
      ? null
      : await limited(context, transaction, {
          ...attempt,
          kind: 'email_code',
          check: () => emailedCode(context, transaction, { account, code }),
        });
  if (emailed && 'refused' in emailed) return emailed.refused;
  if (!account) return null;
  if (account.mfa_method !== 'none') {
    const second = await limited(context, transaction, {
      ...attempt,
      kind: 'second_factor',
      check: () =>
        checkSecondFactor(context, transaction, {
          account,
          answer: {
            code: body.code,
            challenge: body.challenge,
            address: client.address,
          },
        }),
    });
    if ('refused' in second) return second.refused;
    if (second.found !== 'passed') return { kind: 'second_factor', request: second.found };
  }
  // End the emailed code only after the second factor, or it would have to be sent again.
  if (emailed) await endChallenge(transaction, emailed.found);
  const session = await openSession(context, transaction, { accountId: account.id, client });
  return { kind: 'open', session, accountId: account.id };
}

interface LimitedAttempt<T> extends LoginAttempt {
  readonly kind: CodeKind;
  readonly check: () => Promise<T | null>;
}

/** Runs `check` unless too many codes were wrong; null from `check` is a wrong code. */
async function limited<T>(
  context: AccessContext,
  transaction: Transaction,
  { email, account, client, kind, check }: LimitedAttempt<T>,
): Promise<{ readonly found: T } | { readonly refused: Blocked | null }> {
  const { db, now } = transaction;
  const counter = codeFailures(context, email, kind);
  const known = await isKnownAddress(transaction, account?.id ?? '', client.address);
  const wait = await blockedFor(db, counter, now);
  if (wait > 0 && !known) return { refused: { kind: 'blocked', wait } };
  const attempt = await countAttempt(db, counter, now);
  const isCounted = attempt.number <= counter.limit;
  if (!isCounted && !known) return { refused: { kind: 'blocked', wait: attempt.endsAt - now } };
  const found = await check();
  if (found === null) return { refused: null };
  if (isCounted) await uncountAttempt(db, counter, attempt);
  return { found };
}

/** Checks an emailed code. Accounts with a password have none. */
async function emailedCode(
  context: AccessContext,
  transaction: Transaction,
  { account, code }: { readonly account: LoginAccount | undefined; readonly code: string },
): Promise<ChallengeRow | null> {
  const accountId = account?.password_hash === null ? account.id : '';
  const outcome = await tryCode(context, transaction, { kind: 'login_code', accountId, code });
  return outcome.ok ? outcome.challenge : null;
}
