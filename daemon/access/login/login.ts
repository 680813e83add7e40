import type { Selectable } from 'kysely';
import type { BodyOf, ReplyOf } from '../../../shared/contract/endpoint.ts';
import type { login as contract } from '../../../shared/contract/sessions.ts';
import type { Context } from '../../context.ts';
import { ServiceError } from '../../errors.ts';
import type { AccountsTable } from '../../store/schema.ts';
import type { Transaction } from '../../store/store.ts';
import { type ChallengeRow, endChallenge, tryCode } from '../challenges.ts';
import { normaliseEmail } from '../email.ts';
import { failedAuthentication } from '../failed-authentication.ts';
import { passwordMatches } from '../password.ts';
import { type Client, type OpenedSession, openSession } from '../sessions/open.ts';
import { checkSecondFactor, type SecondFactorRequest } from './second-factor.ts';

type Body = BodyOf<typeof contract>;
type Account = Selectable<AccountsTable>;

export interface Login {
  readonly reply: ReplyOf<typeof contract>;
  readonly session: OpenedSession;
}

/** What one transaction of a log-in comes to; refusals are thrown after it, so that what it counted stays. */
type Outcome =
  | { readonly kind: 'open'; readonly session: OpenedSession }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'second_factor'; readonly request: SecondFactorRequest };

/** Signs a person in with a password or an emailed code, and the second factor where there is one. */
export async function logIn(context: Context, body: Body, client: Client): Promise<Login> {
  const email = normaliseEmail(body.email);
  const { guards, clock } = context;
  const { account, outcome } = await guards.logins.attempt(
    `${email}\n${client.address}`,
    clock,
    async () => {
      const found = await findAccount(context, email);
      const end = await attempt(context, found, body, client);
      return end.kind === 'wrong' || !found ? null : { account: found, outcome: end };
    },
    {
      blocked: failedAuthentication,
      wrong: () => new ServiceError('UNAUTHORIZED', undefined, WRONG),
    },
  );
  if (outcome.kind === 'second_factor') throw new ServiceError('MFA_REQUIRED', { ...outcome.request });
  const { id, expiresAt } = outcome.session;
  return {
    reply: { account_id: account.id, email, session: { id, expires_at: expiresAt } },
    session: outcome.session,
  };
}

const WRONG = { message: 'Email, password or code is wrong.' };

async function findAccount(context: Context, email: string): Promise<Account | undefined> {
  return context.store.read
    .selectFrom('accounts')
    .selectAll()
    .where('email', '=', email)
    .where('status', '!=', 'deleted')
    .executeTakeFirst();
}

async function attempt(
  context: Context,
  account: Account | undefined,
  body: Body,
  client: Client,
): Promise<Outcome> {
  if (
    body.password !== undefined &&
    !(await passwordMatches(body.password, account?.password_hash ?? null))
  ) {
    return { kind: 'wrong' };
  }
  if (!account) return { kind: 'wrong' };
  return context.store.write((transaction) => enter(context, transaction, account, body, client));
}

async function enter(
  context: Context,
  transaction: Transaction,
  account: Account,
  body: Body,
  client: Client,
): Promise<Outcome> {
  let challenge: ChallengeRow | null = null;
  if (body.email_code !== undefined) {
    if (account.password_hash !== null) return { kind: 'wrong' };
    const code = { kind: 'login_code' as const, accountId: account.id, code: body.email_code };
    const outcome = await tryCode(context, transaction, code);
    if (!outcome.ok) return { kind: 'wrong' };
    challenge = outcome.challenge;
  }
  const second = await checkSecondFactor(context, transaction, account, {
    code: body.code,
    challenge: body.challenge,
    address: client.address,
  });
  if (second === 'wrong') return { kind: 'wrong' };
  if (second !== 'passed') return { kind: 'second_factor', request: second };
  // The emailed code lives until the second factor was right, or it would have to be sent again.
  if (challenge) await endChallenge(transaction, challenge);
  return { kind: 'open', session: await openSession(context, transaction, account.id, client) };
}
