import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { domainToASCII } from 'node:url';
import type { SMTPServerAddress, SMTPServerOptions, SMTPServerSession } from 'smtp-server';
import type { HeaderSummary } from '../inbound/headers.ts';
import { addressBlock } from '../system/address-block.ts';
import type { UnfinishedBytes } from './collect.ts';
import { ReceivingServer } from './connection.ts';
import { SMTP_LIMITS, type SmtpLimits } from './limits.ts';
import { receiveMessage } from './receive.ts';
import { RECIPIENT_REPLIES, REPLIES, type RecipientDecision, SmtpRefusal } from './replies.ts';
import { SessionLog, type SessionRecord, type SmtpLog } from './session-log.ts';

/** Who is talking. */
export type SmtpClient = {
  readonly sessionId: string;
  readonly remoteAddress: string;
  readonly remotePort: number;
  /** What the client called itself in HELO or EHLO. */
  readonly helo: string;
  readonly tls: boolean;
};

/** Addresses have their domain in ASCII (IDNA) and lower case; `postmaster` may come without a domain. */
export type SmtpEnvelope = SmtpClient & {
  /** Empty for the null sender. */
  readonly mailFrom: string;
  /** The accepted ones, in the order of their RCPT, each once. */
  readonly recipients: readonly string[];
  readonly smtpUtf8: boolean;
};

/** What is known at RCPT. */
export type RecipientContext = SmtpClient & {
  readonly mailFrom: string;
  /** The SIZE of MAIL; 0 when the client did not say. */
  readonly declaredBytes: number;
};

export type SmtpListenerOptions = {
  /** Port 0 takes a free one. */
  readonly listen: { readonly host: string; readonly port: number };
  /** The name in the greeting. */
  readonly hostname: string;
  /** Names of this daemon: results of authentication that claim to be its own are removed. */
  readonly authservIds: readonly string[];
  /** PEM; null offers no STARTTLS. */
  readonly tls?: { readonly key: string | Buffer; readonly cert: string | Buffer } | null;
  readonly limits?: Partial<SmtpLimits>;
  /** A rejection is answered with 451 4.3.0. */
  readonly checkRecipient: (address: string, context: RecipientContext) => Promise<RecipientDecision>;
  /**
   * Resolves with the message ids once they are durable; a rejection is answered with 451 4.3.0, or as a `NotAccepted`
   * says. The bytes are the callee's until then, and change afterwards. They are a view into a larger buffer: to be copied,
   * not transferred, to another thread.
   */
  readonly accept: (
    envelope: SmtpEnvelope,
    raw: Buffer,
    headers: HeaderSummary,
  ) => Promise<readonly string[]>;
  readonly log: SmtpLog;
  readonly sessionEnded?: (record: SessionRecord) => void;
};

export type SmtpListener = {
  /** Resolves with the address that is listened on; rejects when it cannot be taken. */
  start(): Promise<{ readonly host: string; readonly port: number }>;
  /** Ends the sessions with 421 4.3.2; resolves after the last message that was being committed. */
  stop(): Promise<void>;
};

/** Milliseconds that clients have to close their side after the 421 of `stop`. */
const GOODBYE_TIME = 250;

/** A domain that is in ASCII and lower case already, as nearly all are. */
const PLAIN_DOMAIN = /^[a-z0-9.-]+$/;

/** Commands that make no sense on a server that only receives. */
const NOT_OFFERED = ['AUTH', 'WIZ', 'SHELL', 'KILL'];

/** A listener that receives mail and does nothing else. */
export function createSmtpListener(options: SmtpListenerOptions): SmtpListener {
  const limits: SmtpLimits = { ...SMTP_LIMITS, ...options.limits };
  const sessions = new SessionLog(options.log);
  const unfinished: UnfinishedBytes = { held: 0 };

  const server: ReceivingServer = new ReceivingServer(
    {
      ...serverOptions(options, limits),
      onConnect(session, callback) {
        callback(addressIsBusy(server, session, limits) ? new SmtpRefusal(REPLIES.tooManySessions) : null);
      },
      onMailFrom(_address, _session, callback) {
        callback();
      },
      async onRcptTo(address, session, callback) {
        const refusal = await refusalOf(options, address, session);
        if (refusal) sessions.of(session).refusals++;
        callback(refusal);
      },
      async onData(stream, session, callback) {
        const record = sessions.of(session);
        const connection = server.open.get(session);
        const { accept, authservIds } = options;
        const delivery = { accept, authservIds, limits, unfinished, record };
        const result = await receiveMessage(stream, envelopeOf(session), delivery, connection);
        if (result.reply instanceof Error) callback(result.reply);
        else callback(null, result.reply);
        result.replied();
      },
      async onClose(session) {
        const connection = server.open.get(session);
        connection?.release();
        server.open.delete(session);
        await connection?.commit;
        options.sessionEnded?.(sessions.of(session));
        sessions.close(session, connection?.remoteAddress ?? '');
        server.reported(session);
      },
    },
    limits.sessionTime,
    (session, error) => {
      sessions.of(session).error = error.message;
    },
  );
  server.on('error', (error) => sessions.trouble(error));

  let stopped: Promise<void> | null = null;
  return {
    start: () => start(server, options.listen),
    stop: () => {
      stopped ??= stop(server);
      return stopped;
    },
  };
}

function serverOptions(options: SmtpListenerOptions, limits: SmtpLimits): SMTPServerOptions {
  const { hostname, tls = null } = options;
  return {
    name: hostname,
    size: limits.messageBytes,
    maxClients: limits.connections,
    maxRecipients: limits.recipients,
    socketTimeout: limits.idleTime,
    hideENHANCEDSTATUSCODES: false,
    // The name of the client is never shown or used before it is authenticated, so nobody has to wait for the DNS.
    disableReverseLookup: true,
    disabledCommands: tls === null ? [...NOT_OFFERED, 'STARTTLS'] : NOT_OFFERED,
    heloResponse: '%s is ready to receive mail',
    ...(tls === null ? {} : { key: tls.key, cert: tls.cert }),
  };
}

function addressIsBusy(server: ReceivingServer, session: SMTPServerSession, limits: SmtpLimits): boolean {
  const block = addressBlock(session.remoteAddress);
  let count = 0;
  for (const connection of server.connections) {
    if (addressBlock(connection.remoteAddress) === block) count++;
  }
  return count > limits.connectionsPerAddress;
}

async function refusalOf(
  options: SmtpListenerOptions,
  address: SMTPServerAddress,
  session: SMTPServerSession,
): Promise<SmtpRefusal | null> {
  try {
    const declaredBytes = declaredBytesOf(session);
    const context = { ...clientOf(session), mailFrom: mailFromOf(session), declaredBytes };
    const reply = RECIPIENT_REPLIES[await options.checkRecipient(withAsciiDomain(address.address), context)];
    return reply === null ? null : new SmtpRefusal(reply);
  } catch (error) {
    options.log.warn('smtp recipient could not be checked', { error: String(error) });
    return new SmtpRefusal(REPLIES.notDecided);
  }
}

function clientOf(session: SMTPServerSession): SmtpClient {
  return {
    sessionId: session.id,
    remoteAddress: session.remoteAddress,
    remotePort: session.remotePort,
    helo: session.hostNameAppearsAs || '',
    tls: session.secure,
  };
}

function envelopeOf(session: SMTPServerSession): SmtpEnvelope {
  return {
    ...clientOf(session),
    mailFrom: mailFromOf(session),
    recipients: session.envelope.rcptTo.map((recipient) => withAsciiDomain(recipient.address)),
    smtpUtf8: session.envelope.smtpUtf8 === true,
  };
}

function mailFromOf(session: SMTPServerSession): string {
  const { mailFrom } = session.envelope;
  return mailFrom === false ? '' : withAsciiDomain(mailFrom.address);
}

function declaredBytesOf(session: SMTPServerSession): number {
  const { mailFrom } = session.envelope;
  // Of a MAIL without parameters it is false, whatever the type says.
  const parameters: { SIZE?: unknown } = (mailFrom !== false && mailFrom.args) || {};
  const size = Number(parameters.SIZE);
  return Number.isSafeInteger(size) ? size : 0;
}

/** smtp-server hands domains out in Unicode; the rest of the daemon, and the DNS, compare them in ASCII. */
function withAsciiDomain(address: string): string {
  const at = address.lastIndexOf('@');
  if (at === -1) return address;
  const domain = address.slice(at + 1);
  if (PLAIN_DOMAIN.test(domain)) return address;
  return `${address.slice(0, at)}@${domainToASCII(domain) || domain.toLowerCase()}`;
}

function start(
  server: ReceivingServer,
  listen: SmtpListenerOptions['listen'],
): Promise<{ host: string; port: number }> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: listen.host, port: listen.port }, () => {
      server.off('error', reject);
      const address = server.server.address() as AddressInfo;
      resolve({ host: address.address, port: address.port });
    });
  });
}

async function stop(server: ReceivingServer): Promise<void> {
  // Not `close` of smtp-server, which waits for the clients first and answers with a code of its own.
  const closed = new Promise<void>((resolve) => server.server.close(() => resolve()));
  server.endAll();
  await Promise.all(server.commits);
  await Promise.race([closed, setTimeout(GOODBYE_TIME, undefined, { ref: false })]);
  for (const connection of server.open.values()) connection.destroy();
  await Promise.race([closed, setTimeout(GOODBYE_TIME, undefined, { ref: false })]);
  // smtp-server reports closed sessions some turns later; their log lines belong before the end.
  await Promise.race([server.allReported, setTimeout(GOODBYE_TIME, undefined, { ref: false })]);
}
