import type { SMTPServerAuthentication } from 'smtp-server';
import { send } from '../../../../shared/contract/sending.ts';
import { authenticateKey } from '../../../access/authenticate.ts';
import { assertMayCall, assertTrusted } from '../../../access/may-call.ts';
import type { Principal } from '../../../access/principal.ts';
import type { Context } from '../../../context.ts';
import { ServiceError } from '../../../platform/errors/service-error.ts';
import { resolveMailbox } from '../../../rules/mailboxes/table.ts';
import { REPLIES, type SmtpReply } from '../replies.ts';

/** Credentials of a session. The key is checked again for each message. */
export interface SmtpLogin {
  readonly key: string;
  /** Name, address or ID. */
  readonly mailbox: string;
}

/** The caller of a message: the key as it is now, and from where the session comes. */
export async function callerOf(context: Context, { key }: SmtpLogin, address: string): Promise<Principal> {
  assertTrusted(context);
  const principal = await authenticateKey(context, `Bearer ${key}`, address);
  assertMayCall(context, send, principal);
  return principal;
}

/** Checks the key and the mailbox of a login. */
export async function logIn(
  context: Context,
  { username = '', password }: SMTPServerAuthentication,
  address: string,
): Promise<SmtpLogin> {
  const login = { key: password ?? '', mailbox: username };
  assertTrusted(context);
  const principal = await authenticateKey(context, `Bearer ${login.key}`, address);
  const { id } = await resolveMailbox(context.store.read, principal, {
    reference: username,
    unbound: 'denied_403',
  });
  return { ...login, mailbox: id };
}

/** A login says no more than whether it was right; the codes are for those who have a key. */
export function loginRefusal(error: unknown): SmtpReply {
  if (!(error instanceof ServiceError)) return REPLIES.loginLater;
  const isLater = error.code === 'RATE_LIMITED' || error.code === 'SERVICE_UNAVAILABLE';
  return isLater ? REPLIES.loginLater : REPLIES.wrongLogin;
}
