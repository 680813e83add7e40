import type { Selectable } from 'kysely';
import type { BodyOf, ReplyOf } from '../../../shared/contract/endpoint.ts';
import type { login as contract } from '../../../shared/contract/sessions.ts';
import type { Context } from '../../context.ts';
import { ServiceError } from '../../errors.ts';
import { SERVICE_ACCOUNT } from '../../store/lock-scope.ts';
import type { AccountsTable } from '../../store/schema.ts';
import type { Transaction } from '../../store/store.ts';
import { addressBlock } from '../../system/address-block.ts';
import { type ChallengeRow, endChallenge, tryCode } from '../challenges.ts';
import { normaliseEmail } from '../email.ts';
import { failedAuthentication } from '../failed-authentication.ts';
import { passwordMatches } from '../password.ts';
import { type ClientFacts, type OpenedSession, openSession } from '../sessions/open.ts';
import {
  addressFailures,
  blockedFor,
  type CodeKind,
  codeFailures,
  countFailure,
  isKnownAddress,
} from './failures.ts';
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

/** Wrong, or blocked for `wait` milliseconds and not checked. */
type Refused = { readonly kind: 'wrong' } | { readonly kind: 'blocked'; readonly wait: number };

/**
 * Outcome of the log-in transaction. Refusals are thrown after the commit, so that the failure stays counted.
 */
type LoginOutcome =
  | { readonly kind: 'open'; readonly session: OpenedSession; readonly accountId: string }
  | { readonly kind: 'second_factor'; readonly request: SecondFactorRequest }
  | Refused;

const WRONG = { kind: 'wrong' } as const;

/** Signs a person in with a password or an emailed code, and the second factor if there is one. */
export async function logIn(context: Context, body: LoginBody, client: ClientFacts): Promise<Login> {
  const email = normaliseEmail(body.email);
  const block = addressBlock(client.address);
  const outcome = await context.guards.logins.run(`${email}\n${block}`, () =>
    countedAttempt(context, { email, body, client }),
  );
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

async function countedAttempt(
  context: Context,
  { email, body, client }: { readonly email: string; readonly body: LoginBody; readonly client: ClientFacts },
): Promise<LoginOutcome> {
  const { clock, guards, store } = context;
  const block = addressBlock(client.address);
  const counter = addressFailures(context, email, client.address);
  const now = clock.now();
  const wait = guards.failedLogins.blockedFor(block, now) || (await blockedFor(store.read, counter, now));
  if (wait > 0) return { kind: 'blocked', wait };
  const account = await findAccount(context, email);
  const outcome = await tryToEnter(context, { email, account, body, client });
  if (outcome.kind === 'wrong') {
    guards.failedLogins.count(block, clock.now());
    await store.write('service', (transaction) => countFailure(transaction, counter));
  }
  return outcome;
}

async function findAccount(context: Context, email: string): Promise<LoginAccount | undefined> {
  return context.store.read
    .selectFrom('accounts')
    .selectAll()
    .where('email', '=', email)
    .where('status', '!=', 'deleted')
    .executeTakeFirst();
}

async function tryToEnter(context: Context, attempt: LoginAttempt): Promise<LoginOutcome> {
  const { account, body } = attempt;
  if (body.password !== undefined) {
    if (!(await passwordMatches(body.password, account?.password_hash ?? null))) return WRONG;
  }
  // Wrong codes are counted by email, for the service.
  const accounts = account ? [SERVICE_ACCOUNT, account.id] : [SERVICE_ACCOUNT];
  return context.store.write({ accounts }, (transaction) => enter(context, transaction, attempt));
}

async function enter(
  context: Context,
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
  if (!account) return WRONG;
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
  context: Context,
  transaction: Transaction,
  { email, account, client, kind, check }: LimitedAttempt<T>,
): Promise<{ readonly found: T } | { readonly refused: Refused }> {
  const counter = codeFailures(context, email, kind);
  const known = await isKnownAddress(transaction, account?.id ?? '', client.address);
  const wait = await blockedFor(transaction.db, counter, transaction.now);
  if (wait > 0 && !known) return { refused: { kind: 'blocked', wait } };
  const found = await check();
  if (found !== null) return { found };
  await countFailure(transaction, counter);
  return { refused: WRONG };
}

/** Checks an emailed code. Accounts with a password have none. */
async function emailedCode(
  context: Context,
  transaction: Transaction,
  { account, code }: { readonly account: LoginAccount | undefined; readonly code: string },
): Promise<ChallengeRow | null> {
  const accountId = account?.password_hash === null ? account.id : '';
  const outcome = await tryCode(context, transaction, { kind: 'login_code', accountId, code });
  return outcome.ok ? outcome.challenge : null;
}
