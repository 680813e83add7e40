import { rootCertificates } from 'node:tls';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { SMTP_LIMITS } from './limits.ts';

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
  readonly login?: { readonly username: string; readonly password: string };
  /** Allows a login without TLS, for servers on this machine. */
  readonly plainLogin?: boolean;
  /** Name in EHLO. */
  readonly ownName: string;
}

/** A connection that isn't open yet. */
export function connectionTo(options: ServerOptions): SMTPConnection {
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
    ...(options.name !== undefined && { servername: options.name }),
    tls: {
      rejectUnauthorized: options.verify,
      ...(options.name !== undefined && { servername: options.name }),
      ...(options.authorities && { ca: [...rootCertificates, ...options.authorities] }),
    },
  });
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
