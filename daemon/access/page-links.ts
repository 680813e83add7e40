import { LIMITS } from '../../shared/contract/limits.ts';
import type { PlatformContext } from '../platform/context.ts';
import { ServiceError } from '../platform/errors/service-error.ts';
import { isoTime } from '../platform/system/iso-time.ts';
import { hashToken, isToken, newToken } from '../platform/system/random-token.ts';
import { type ClientFacts, type OpenedSession, openSession } from './sessions/open.ts';

/** Unused links that are valid at once; further ones replace the oldest. */
const MOST_LINKS = 100;

/** Links that sign a browser in without a password: valid once, for a minute, gone with a restart. */
export class PageLinks {
  /** By hash of the token, oldest first. */
  readonly #links = new Map<string, { readonly accountId: string; readonly expiresAt: number }>();

  add(token: string, accountId: string, expiresAt: number): void {
    const [oldest] = this.#links.keys();
    if (this.#links.size >= MOST_LINKS && oldest !== undefined) this.#links.delete(oldest);
    this.#links.set(keyOf(token), { accountId, expiresAt });
  }

  /** Uses a link up and returns its account; null when it's unknown, used or expired. */
  take(token: string, now: number): string | null {
    const link = this.#links.get(keyOf(token));
    this.#links.delete(keyOf(token));
    return link && now < link.expiresAt ? link.accountId : null;
  }
}

interface WithLinks {
  readonly pageLinks: PageLinks;
}

function keyOf(token: string): string {
  return hashToken(token).toString('base64');
}

/** Creates the token of a link for an account. Callers prove that they're the operator. */
export function createPageLink(
  { pageLinks, random, clock }: Pick<PlatformContext, 'random' | 'clock'> & WithLinks,
  accountId: string,
): { readonly token: string; readonly expiresAt: string } {
  const token = newToken(random);
  const expiresAt = clock.now() + LIMITS.pageLinkSeconds * 1000;
  pageLinks.add(token, accountId, expiresAt);
  return { token, expiresAt: isoTime(expiresAt) };
}

/** Exchanges a link for a session of its account. */
export async function openSessionByLink(
  context: PlatformContext & WithLinks,
  token: string,
  client: ClientFacts,
): Promise<OpenedSession> {
  const accountId = isToken(token) ? context.pageLinks.take(token, context.clock.now()) : null;
  if (accountId === null) throw linkEnded();
  return context.store.write({ account: accountId }, async (transaction) => {
    const account = await transaction.db
      .selectFrom('accounts')
      .select('status')
      .where('id', '=', accountId)
      .executeTakeFirst();
    if (!account || account.status === 'deleted') throw linkEnded();
    return openSession(context, transaction, { accountId, client });
  });
}

function linkEnded(): ServiceError {
  return new ServiceError('UNAUTHORIZED', undefined, {
    message: 'This link has expired or was used. Run agentmail open again.',
  });
}
