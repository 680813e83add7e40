import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { SMTPServerOptions, SMTPServerSession } from 'smtp-server';
import { addressBlock } from '../../platform/system/address-block.ts';
import { Subnets } from '../../platform/system/subnets.ts';
import type { UnfinishedBytes } from './collect.ts';
import { ReceivingServer } from './connection.ts';
import type { SmtpLimits } from './limits.ts';
import { type Delivery, receiveMessage } from './receive.ts';
import { REPLIES, SmtpRefusal } from './replies.ts';
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

export type SmtpListener = {
  /** Resolves with the bound address; rejects when it's taken. */
  start(): Promise<{ readonly host: string; readonly port: number }>;
  /** Ends sessions with 421 4.3.2; resolves after the last commit. */
  stop(): Promise<void>;
};

/** Options of every listener. */
export type ServedOptions = {
  /** Port 0 takes a free one. */
  readonly listen: { readonly host: string; readonly port: number };
  /** The name in the greeting. */
  readonly hostname: string;
  /** PEM; null offers no TLS. */
  readonly tls: { readonly key: string | Buffer; readonly cert: string | Buffer } | null;
  readonly limits: SmtpLimits;
  readonly trustedProxies: readonly string[];
  readonly log: SmtpLog;
  readonly sessionEnded?: (record: SessionRecord) => void;
};

/** Handling of a listener's messages. */
type Receiving = Pick<Delivery, 'authservIds'> & {
  /** Resolves with the text of the 250. */
  readonly accept: (
    session: SMTPServerSession,
    ...message: Parameters<Delivery['accept']>
  ) => Promise<string>;
};

/** Parts of a listener that its own handlers use. */
export interface ListenerParts {
  readonly sessions: SessionLog;
  /** Makes the handler of messages. */
  readonly receive: (receiving: Receiving) => NonNullable<SMTPServerOptions['onData']>;
}

/** Milliseconds for clients to close their side after the 421. */
const GOODBYE_TIME = 250;

/** A listener with the limits, TLS, proxies, log and end that all have, and handlers of its own. */
export function serve(
  options: ServedOptions,
  own: (parts: ListenerParts) => SMTPServerOptions & { readonly disabledCommands: readonly string[] },
): SmtpListener {
  const { limits } = options;
  const sessions = new SessionLog(options.log);
  const unfinished: UnfinishedBytes = { held: 0 };
  const receive: ListenerParts['receive'] =
    ({ authservIds, accept }) =>
    async (stream, session, callback) => {
      const delivery: Delivery = {
        accept: (raw, headers) => accept(session, raw, headers),
        authservIds,
        limits,
        unfinished,
        record: sessions.of(session),
      };
      const result = await receiveMessage(stream, server.open.get(session), delivery);
      if (result.reply instanceof Error) callback(result.reply);
      else callback(null, result.reply);
      result.replied();
    };
  const { disabledCommands, ...handlers } = own({ sessions, receive });
  const server: ReceivingServer = new ReceivingServer(
    {
      ...serverOptions(options, disabledCommands),
      onConnect(session, callback) {
        callback(addressIsBusy(server, session, limits) ? new SmtpRefusal(REPLIES.tooManySessions) : null);
      },
      onMailFrom(_address, _session, callback) {
        callback();
      },
      ...handlers,
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
      proxies: new Subnets(options.trustedProxies),
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

function serverOptions(
  { hostname, limits, tls }: ServedOptions,
  disabledCommands: readonly string[],
): SMTPServerOptions {
  return {
    name: hostname,
    size: limits.messageBytes,
    maxClients: limits.connections,
    maxRecipients: limits.recipients,
    socketTimeout: limits.idleTime,
    hideENHANCEDSTATUSCODES: false,
    // Nothing uses the client's reverse name, so no session waits for DNS.
    disableReverseLookup: true,
    disabledCommands: tls === null ? [...disabledCommands, 'STARTTLS'] : [...disabledCommands],
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

export function clientOf(session: SMTPServerSession): SmtpClient {
  return {
    sessionId: session.id,
    remoteAddress: session.remoteAddress,
    remotePort: session.remotePort,
    helo: session.hostNameAppearsAs || '',
    tls: session.secure,
  };
}

function start(
  server: ReceivingServer,
  listen: ServedOptions['listen'],
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
