import type { LoggedInServer } from '../../../shared/contract/connections.ts';
import type { AccessContext } from '../../access/context.ts';
import type { AccessToken } from '../../platform/system/access-tokens.ts';
import { bounded } from '../../platform/system/bounded.ts';
import { MINUTE } from '../../platform/system/clock.ts';
import { TokenProgramError, type TokenWish } from '../../platform/system/print-token.ts';
import type { ServerLogin } from '../smtp-client/connection.ts';
import type { ServerPair } from './self-hosted.ts';

/** Waiting for a turn, and the program itself. */
const TOKEN_TIME = 1 * MINUTE;

/**
 * An address that a program gets: nothing in it could be an option, or end a word of a shell script or a
 * field of a log-in.
 */
const PLAIN_ADDRESS = /^[A-Za-z0-9][A-Za-z0-9._+-]*@[A-Za-z0-9][A-Za-z0-9.-]*$/;

/** There is no token for a log-in; the reason is one word. */
export class NoTokenError extends Error {
  readonly reason: 'token_program_failed' | 'token_program_not_allowed' | 'not_offered';

  constructor(reason: NoTokenError['reason']) {
    super(reason);
    this.name = 'NoTokenError';
    this.reason = reason;
  }
}

/** Parts of a daemon that a log-in needs. */
export type LogInContext = Pick<AccessContext, 'clock' | 'log' | 'settings' | 'store' | 'tokens'>;

interface LogInWish {
  readonly servers: ServerPair;
  readonly which: 'imap' | 'smtp';
  readonly stopping: AbortSignal;
}

/** A session of a server; `isRefused` tells whether an error is the server's refusal of the log-in. */
interface Opening<T> {
  readonly open: (login: ServerLogin) => Promise<T>;
  readonly isRefused: (error: unknown) => boolean;
}

/** Opens a session with a password, or with a token. A kept token that is refused is replaced once. */
export async function logIn<T>(
  context: LogInContext,
  wish: LogInWish,
  { open, isRefused }: Opening<T>,
): Promise<T> {
  const { servers, which } = wish;
  const { username, password = '', token_program } = servers[which];
  if (token_program === undefined) return open({ username, password });
  const begunAt = context.clock.elapsed();
  for (;;) {
    const source = await tokenWish(context, servers, which);
    const token = await printed(context, source, wish.stopping);
    try {
      return await open({ username, token: token.value });
    } catch (error) {
      if (!isRefused(error)) throw error;
      context.tokens.forget(source, token);
      if (token.printedAt >= begunAt) throw error;
    }
  }
}

/** Asked at each log-in: the operator may have changed the setting. */
async function tokenWish(
  context: LogInContext,
  servers: ServerPair,
  which: LogInWish['which'],
): Promise<TokenWish> {
  const server = servers[which];
  const account = await context.store.read
    .selectFrom('accounts')
    .select('email')
    .where('id', '=', servers.account_id ?? '')
    .executeTakeFirst();
  const program = programFor(context, server, account?.email ?? null);
  if (typeof program === 'string') throw new NoTokenError('token_program_not_allowed');
  return { command: program.command, address: server.username, host: server.host.toLowerCase() };
}

/** The program of a server; why it may not be used, in words, when it may not. */
export function programFor(
  { settings }: Pick<AccessContext, 'settings'>,
  { token_program, host, username }: LoggedInServer,
  email: string | null,
): { readonly command: readonly string[] } | string {
  const program = settings.get('connections.token_programs').find(({ name }) => name === token_program);
  const isAllowed = program?.accounts.some((each) => each.toLowerCase() === email?.toLowerCase());
  // Other accounts don't learn which programs there are.
  if (!program || !isAllowed) return 'is not a token program of this account';
  if (!program.hosts.includes(host.toLowerCase())) return `may not send its tokens to ${host}`;
  return PLAIN_ADDRESS.test(username) ? program : 'needs an email address as the user name';
}

async function printed(
  { clock, log, tokens }: LogInContext,
  source: TokenWish,
  stopping: AbortSignal,
): Promise<AccessToken> {
  try {
    return await bounded({ clock, milliseconds: TOKEN_TIME, stopping }, () => tokens.get(source));
  } catch (error) {
    if (stopping.aborted) throw error;
    const reason = error instanceof TokenProgramError ? error.reason : 'too_slow';
    log.warn({ program: source.command[0], host: source.host, reason }, 'no access token printed');
    throw new NoTokenError('token_program_failed');
  }
}
