import { isIP } from 'node:net';
import { rootCertificates } from 'node:tls';
import type { ImapFlow } from 'imapflow';
import { LIMITS } from '../../../../shared/contract/limits.ts';
import type { AccessContext } from '../../../access/context.ts';
import { bounded, CutShortError } from '../../../platform/system/bounded.ts';
import { CLIENT_LIMITS } from '../../../platform/system/client-limits.ts';
import { MINUTE, SECOND } from '../../../platform/system/clock.ts';
import type { ServerLogin } from '../../smtp-client/connection.ts';
import { type LogInContext, logIn, NoTokenError } from '../log-in.ts';
import { addressOfHost, type ServerPair } from '../self-hosted.ts';
import { failureOf } from './failure.ts';

const { imap: LIMIT } = CLIENT_LIMITS;
const CONNECT_TIME = 15 * SECOND;
/** Interval in which the bytes of answers are counted. */
const COUNT_EVERY = 1 * SECOND;
/** Silence that ends a connection. Idle ones are checked more often. */
const SILENCE = 5 * MINUTE;
const IDLE_TIME = 2 * MINUTE;

/** Parts of a daemon that a session needs. */
export type ImapContext = LogInContext & Pick<AccessContext, 'addressLookup' | 'authorities' | 'stopping'>;

/** Capabilities of servers that take access tokens. */
const TOKEN_LOGINS = ['AUTH=XOAUTH2', 'AUTH=XOAUTH', 'AUTH=OAUTHBEARER'];

/** Logs in to an IMAP server, always over TLS with a trusted certificate. `stopping` ends the attempt. */
export function openImap(
  context: ImapContext,
  servers: ServerPair,
  stopping: AbortSignal = context.stopping,
): Promise<ImapFlow> {
  const { clock } = context;
  return logIn(
    context,
    { servers, which: 'imap', stopping },
    {
      open: (login) =>
        bounded({ clock, milliseconds: LIMIT.open, stopping }, (signal) =>
          connect(context, { servers, login }, signal),
        ),
      isRefused: (error) => failureOf(error).reason === 'login_refused',
    },
  );
}

interface ImapOpening {
  readonly servers: ServerPair;
  readonly login: ServerLogin;
}

async function connect(
  context: ImapContext,
  { servers: { imap, network_mode }, login }: ImapOpening,
  signal: AbortSignal,
): Promise<ImapFlow> {
  // Loaded on first use: few daemons have such a domain.
  const imapflow = await import('imapflow');
  const client = new imapflow.ImapFlow({
    host: await addressOfHost(context, imap.host, network_mode),
    ...(isIP(imap.host) === 0 && { servername: imap.host }),
    port: imap.port,
    secure: imap.security === 'tls',
    ...(imap.security === 'starttls' && { doSTARTTLS: true }),
    auth: {
      user: login.username,
      ...('token' in login ? { accessToken: login.token } : { pass: login.password }),
    },
    tls: { rejectUnauthorized: true, ca: [...rootCertificates, ...context.authorities] },
    logger: false,
    disableAutoIdle: true,
    maxIdleTime: IDLE_TIME,
    connectionTimeout: CONNECT_TIME,
    greetingTimeout: CONNECT_TIME,
    socketTimeout: SILENCE,
    maxLiteralSize: 2 * LIMITS.smtpMessageBytes,
    maxResponseSize: 3 * LIMITS.smtpMessageBytes,
  });
  // A broken connection shows at its next use; an unhandled `error` event would end the process.
  client.on('error', () => undefined);
  const cut = (): void => client.close();
  signal.addEventListener('abort', cut);
  try {
    signal.throwIfAborted();
    await client.connect();
    return client;
  } catch (error) {
    client.close();
    const takesTokens = TOKEN_LOGINS.some((name) => client.capabilities.has(name));
    const isGreeted = client.secureConnection && client.capabilities.size > 0;
    if ('token' in login && isGreeted && !takesTokens) throw new NoTokenError('not_offered');
    throw error;
  } finally {
    signal.removeEventListener('abort', cut);
  }
}

interface ImapStep {
  readonly client: ImapFlow;
  /** Of a message that is fetched; 0 for other commands. */
  readonly messageBytes?: number;
}

/** Runs one command, and closes the connection when its answers take too long or have too many bytes. */
export function imapStep<T>(
  { clock, stopping }: Pick<ImapContext, 'clock' | 'stopping'>,
  { client, messageBytes = 0 }: ImapStep,
  act: () => Promise<T>,
): Promise<T> {
  const milliseconds = LIMIT.command + (messageBytes / LIMIT.bytesPerSecond) * SECOND;
  return bounded({ clock, milliseconds, stopping }, async (signal) => {
    const received = client.stats().received;
    const { promise, reject } = Promise.withResolvers<never>();
    const cut = (): void => client.close();
    let cancel = (): void => undefined;
    const count = (): void => {
      if (client.stats().received - received > LIMIT.bytes) {
        reject(new CutShortError('TOO_MANY_BYTES'));
        cut();
      } else cancel = clock.callAfter(COUNT_EVERY, count);
    };
    count();
    signal.addEventListener('abort', cut);
    try {
      return await Promise.race([promise, act()]);
    } finally {
      cancel();
      signal.removeEventListener('abort', cut);
    }
  });
}

/** Logs out and closes the connection; a server that doesn't answer isn't waited for. */
export async function leaveImap(
  { clock, stopping }: Pick<ImapContext, 'clock' | 'stopping'>,
  client: ImapFlow,
): Promise<void> {
  await bounded({ clock, milliseconds: LIMIT.logout, stopping }, () => client.logout()).catch(
    () => undefined,
  );
  client.close();
}
