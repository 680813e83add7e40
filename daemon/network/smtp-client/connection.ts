import { rootCertificates } from 'node:tls';
import SMTPConnection, {
  type AuthenticationType,
  type CustomAuthenticationContext,
} from 'nodemailer/lib/smtp-connection';
import XOAuth2 from 'nodemailer/lib/xoauth2';
import { SMTP_LIMITS } from './limits.ts';

/** A log-in with a password, or with an access token (XOAUTH2). */
export type ServerLogin = { readonly username: string } & (
  | { readonly password: string }
  | { readonly token: string }
);

/** Options of an SMTP session. */
export interface ServerOptions {
  /** Name or address to connect to. */
  readonly host: string;
  readonly port: number;
  /** From the first byte, by STARTTLS or not at all, by STARTTLS when the server offers it, or never. */
  readonly tls: 'immediate' | 'required' | 'offered' | 'never';
  /** The certificate must be one that this machine trusts, and for `name`. */
  readonly verify: boolean;
  /** Name that the certificate is for, when `host` is an address. */
  readonly name?: string;
  /** Certificate authorities besides those that Node trusts, PEM. */
  readonly authorities?: readonly string[];
  readonly login?: ServerLogin;
  /** Allows a login without TLS, for servers on this machine. */
  readonly plainLogin?: boolean;
  /** Name in EHLO. */
  readonly ownName: string;
}

/** A connection that isn't open yet. */
export function connectionTo(options: ServerOptions): SMTPConnection {
  const { login } = options;
  return new SMTPConnection({
    host: options.host,
    port: options.port,
    name: options.ownName,
    secure: options.tls === 'immediate',
    requireTLS: options.tls === 'required',
    ignoreTLS: options.tls === 'never',
    connectionTimeout: SMTP_LIMITS.connect,
    greetingTimeout: SMTP_LIMITS.connect,
    socketTimeout: SMTP_LIMITS.silence,
    maxResponseSize: SMTP_LIMITS.replyBytes,
    allowInternalNetworkInterfaces: true,
    ...(login &&
      'token' in login && { customAuth: { xoauth2: (exchange) => presentToken(login, exchange) } }),
    ...(options.name !== undefined && { servername: options.name }),
    tls: {
      rejectUnauthorized: options.verify,
      ...(options.name !== undefined && { servername: options.name }),
      ...(options.authorities && { ca: [...rootCertificates, ...options.authorities] }),
    },
  });
}

/** The log-in as the client takes it. A token generator selects XOAUTH2 among what a server offers. */
export function authOf(login: ServerLogin): AuthenticationType {
  if ('password' in login) return { user: login.username, pass: login.password };
  return { user: login.username, oauth2: new XOAuth2({ user: login.username, accessToken: login.token }) };
}

/** One attempt with a token; the library's own would send a refused token again. */
async function presentToken(
  { username, token }: Extract<ServerLogin, { token: string }>,
  { authMethods, sendCommand }: CustomAuthenticationContext,
): Promise<void> {
  if (!authMethods.includes('XOAUTH2')) {
    throw Object.assign(new Error('XOAUTH2 is not offered'), { code: 'not_offered' });
  }
  const response = `user=${username}\x01auth=Bearer ${token}\x01\x01`;
  let reply = await sendCommand(`AUTH XOAUTH2 ${Buffer.from(response).toString('base64')}`);
  // The challenge has an error as JSON; the refusal follows an empty line.
  if (reply.status === 334) reply = await sendCommand('');
  if (reply.status !== 235) throw new Error('the token is refused');
}

/** The method of a connection that reads what the server sent, after TLS. */
interface ReplyReader {
  _onData(chunk: Buffer): void;
}

/**
 * Reports a server that sends more than `replyBytes` between two calls of the returned function. The client
 * bounds one reply, but not their number: a server that sends empty lines would fill the memory.
 */
export function countReplyBytes(connection: SMTPConnection, onTooMany: () => void): () => void {
  const reader = connection as unknown as ReplyReader;
  const read = reader._onData.bind(connection);
  let bytes = 0;
  reader._onData = (chunk) => {
    bytes += chunk.length;
    if (bytes <= SMTP_LIMITS.replyBytes) read(chunk);
    else onTooMany();
  };
  return () => {
    bytes = 0;
  };
}
