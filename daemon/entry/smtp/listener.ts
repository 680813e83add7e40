import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { domainToASCII } from 'node:url';
import type { SMTPServerAddress, SMTPServerOptions, SMTPServerSession } from 'smtp-server';
import type { HeaderSummary } from '../../content/mime/headers.ts';
import type { RecipientAnswer, RecipientPlace } from '../../mail/inbound/check-recipient.ts';
import { addressBlock } from '../../platform/system/address-block.ts';
import { Subnets } from '../../platform/system/subnets.ts';
import type { UnfinishedBytes } from './collect.ts';
import { ReceivingServer } from './connection.ts';
import { SMTP_LIMITS, type SmtpLimits } from './limits.ts';
import { receiveMessage } from './receive.ts';
import { RECIPIENT_REPLIES, REPLIES, SmtpRefusal } from './replies.ts';
import { SessionLog, type SessionRecord, type SmtpLog } from './session-log.ts';

/** The client of a session. */
export type SmtpClient = {
  readonly sessionId: string;
  readonly remoteAddress: string;
  readonly remotePort: number;
  /** The name in HELO or EHLO. */
  readonly helo: string;
  readonly tls: boolean;
};

/** Domains of addresses are ASCII (IDNA) and lower case; `postmaster` may have none. */
export type SmtpEnvelope = SmtpClient & {
  /** Empty for the null sender. */
  readonly mailFrom: string;
  /** Accepted recipients in order of RCPT, without duplicates. */
  readonly recipients: readonly string[];
  readonly smtpUtf8: boolean;
};

/** Facts at RCPT. */
export type RecipientContext = SmtpClient & {
  readonly mailFrom: string;
  /** SIZE of MAIL; 0 without one. */
  readonly declaredBytes: number;
  /** Where the transaction's earlier recipients lead, in their order. */
  readonly places: readonly RecipientPlace[];
};

export type SmtpListenerOptions = {
  /** Port 0 takes a free one. */
  readonly listen: { readonly host: string; readonly port: number };
  /** The name in the greeting. */
  readonly hostname: string;
  /** Names of this daemon: foreign authentication results in these names are removed. */
  readonly authservIds: readonly string[];
  /** PEM; null offers no STARTTLS. */
  readonly tls?: { readonly key: string | Buffer; readonly cert: string | Buffer } | null;
  readonly limits?: Partial<SmtpLimits>;
  /**
   * Addresses and subnets of proxies. Each connection from them begins with a PROXY header (version 1) that
   * names the client.
   */
  readonly trustedProxies?: readonly string[];
  /** A rejection is answered with 451 4.3.0. */
  readonly checkRecipient: (address: string, context: RecipientContext) => Promise<RecipientAnswer>;
  /**
   * Resolves with the durable message ids. A rejection is answered with 451 4.3.0, or with the reply of a
   * `NotAccepted`. The bytes may be used until then. They're a view into a larger buffer, so copy them to
   * another thread; don't transfer them.
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
  /** Resolves with the bound address; rejects when it's taken. */
  start(): Promise<{ readonly host: string; readonly port: number }>;
  /** Ends sessions with 421 4.3.2; resolves after the last commit. */
  stop(): Promise<void>;
};

/** Milliseconds for clients to close their side after the 421. */
const GOODBYE_TIME = 250;

/** A domain that's already ASCII and lower case, as most are. */
const PLAIN_DOMAIN = /^[a-z0-9.-]+$/;

/** Commands that a receiving server doesn't offer. */
const NOT_OFFERED = ['AUTH', 'WIZ', 'SHELL', 'KILL'];

export function createSmtpListener(options: SmtpListenerOptions): SmtpListener {
  const limits: SmtpLimits = { ...SMTP_LIMITS, ...options.limits };
  const sessions = new SessionLog(options.log);
  const unfinished: UnfinishedBytes = { held: 0 };
  const places: TransactionPlaces = new WeakMap();

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
        const refusal = await refusalOf(options, address, { session, places });
        if (refusal) sessions.of(session).refusals++;
        callback(refusal);
      },
      async onData(stream, session, callback) {
        const record = sessions.of(session);
        const connection = server.open.get(session);
        const { accept, authservIds } = options;
        const delivery = { accept, authservIds, limits, unfinished, record };
        const result = await receiveMessage(stream, { envelope: envelopeOf(session), connection }, delivery);
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
    {
      sessionTime: limits.sessionTime,
      headerTime: limits.idleTime,
      proxies: new Subnets(options.trustedProxies ?? []),
      connectionFailed: (session, error) => {
        sessions.of(session).error = error.message;
      },
      proxyRefused: (proxy, { message: error }) =>
        options.log.warn('smtp connection without a valid PROXY header refused', { proxy, error }),
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
    // Nothing uses the client's reverse name, so no session waits for DNS.
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

/** Places of accepted recipients by envelope; smtp-server has another envelope for each transaction. */
type TransactionPlaces = WeakMap<SMTPServerSession['envelope'], RecipientPlace[]>;

interface RecipientScene {
  readonly session: SMTPServerSession;
  readonly places: TransactionPlaces;
}

async function refusalOf(
  options: SmtpListenerOptions,
  address: SMTPServerAddress,
  { session, places: all }: RecipientScene,
): Promise<SmtpRefusal | null> {
  try {
    const declaredBytes = declaredBytesOf(session);
    const places = all.get(session.envelope) ?? [];
    const context = { ...clientOf(session), mailFrom: mailFromOf(session), declaredBytes, places };
    const answer = await options.checkRecipient(withAsciiDomain(address.address), context);
    if (typeof answer === 'string') return new SmtpRefusal(RECIPIENT_REPLIES[answer]);
    all.set(session.envelope, [...places, answer.place]);
    return null;
  } catch (error) {
    options.log.warn('smtp recipient check failed', { error: String(error) });
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
  // It's false without parameters, whatever the type says.
  const parameters: { SIZE?: unknown } = (mailFrom !== false && mailFrom.args) || {};
  const size = Number(parameters.SIZE);
  return Number.isSafeInteger(size) ? size : 0;
}

/** smtp-server returns Unicode domains; the rest of the daemon compares ASCII. */
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
  // Not smtp-server's `close`, which waits for clients first and has its own reply.
  const closed = new Promise<void>((resolve) => server.server.close(() => resolve()));
  server.endAll();
  await Promise.all(server.commits);
  await Promise.race([closed, setTimeout(GOODBYE_TIME, undefined, { ref: false })]);
  for (const connection of server.open.values()) connection.destroy();
  await Promise.race([closed, setTimeout(GOODBYE_TIME, undefined, { ref: false })]);
  // smtp-server reports closed sessions some turns later; log them before the end.
  await Promise.race([server.allReported, setTimeout(GOODBYE_TIME, undefined, { ref: false })]);
}
