import { isIP, type Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server';
import { SMTPConnection } from 'smtp-server/lib/smtp-connection.js';
import { isLoopbackHost } from '../../platform/system/loopback.ts';
import type { Subnets } from '../../platform/system/subnets.ts';
import { DataParser } from './data-parser.ts';
import { readPathCommand } from './path.ts';
import { enhancedCodeOf, REPLIES, replyLines, type SmtpReply } from './replies.ts';

/**
 * Milliseconds before the greeting. A client that talks earlier violates RFC 5321 3.1, isn't a mail server,
 * and is refused.
 */
const GREETING_DELAY = 2;

// biome-ignore lint/suspicious/noControlCharactersInRegex: the characters beyond ASCII are meant
const NON_ASCII = /[^\x00-\x7f]/;
/**
 * Reply code of the greeting and of the go-ahead for TLS, which must be sent before the socket is upgraded.
 */
const TLS_READY = 220;
const SMTPUTF8 = /\sSMTPUTF8(?=\s|$)/i;

/**
 * Parameters of offered extensions, and some that clients send unasked; RFC 5321 4.1.1.11 requires refusing
 * others.
 */
const PARAMETERS: ReadonlySet<string> = new Set([
  'SIZE',
  'BODY',
  'SMTPUTF8',
  'RET',
  'ENVID',
  'NOTIFY',
  'ORCPT',
  'AUTH',
  'REQUIRETLS',
]);

type ConnectArguments = Parameters<SMTPServer['connect']>;
type ProxyArguments = Parameters<SMTPServer['_handleProxy']>;

/** Our additions to the options of smtp-server. */
export interface ReceivingOptions {
  /** Total time of a session in milliseconds. */
  readonly sessionTime: number;
  /** Time in milliseconds for a whole PROXY header, however slowly its bytes come. */
  readonly headerTime: number;
  /** Peers that begin each connection with a PROXY header. smtp-server takes single addresses only. */
  readonly proxies: Subnets;
  readonly connectionFailed: (session: SMTPServerSession, error: Error) => void;
  /** Called when a proxy's header is missing or wrong; the connection is closed. */
  readonly proxyRefused: (proxy: string, error: Error) => void;
}

/** smtp-server's errors for a proxy that only opens and closes a connection, as health checks do. */
const CLOSED_EARLY = /^Socket (?:closed|ended) before/;

const HIGHEST_PORT = 65_535;

/**
 * An address or port that no client has; smtp-server takes any number as a port, and zones of its own host.
 */
function impossibleEnd(options: Parameters<ProxyArguments[1]>[1]): Error | null {
  const { remoteAddress: address, remotePort: port } = options ?? {};
  if (address !== undefined && (isIP(address) === 0 || address.includes('%')))
    return new Error('Invalid PROXY source address');
  const isPort = port === undefined || (Number.isInteger(port) && port >= 0 && port <= HIGHEST_PORT);
  return isPort ? null : new Error('Invalid PROXY source port');
}

/** smtp-server with an immediate greeting and with enhanced codes in reply texts. */
export class ReceivingServer extends SMTPServer {
  /** Every connection with an open socket, including those that are ending. */
  readonly open = new Map<SMTPServerSession, ReceivingConnection>();
  /** Commits in progress, also of disconnected clients. */
  readonly commits = new Set<Promise<void>>();
  readonly #unreported = new Set<SMTPServerSession>();
  readonly #allReported = Promise.withResolvers<void>();
  readonly #options: ReceivingOptions;
  #stopping = false;

  constructor(options: SMTPServerOptions, own: ReceivingOptions) {
    super(options);
    this.#options = own;
    // Until smtp-server has wrapped the socket, its errors have no other listener.
    this.server.on('connection', (socket: Socket) => socket.on('error', () => undefined));
  }

  /** As in smtp-server, with our connection class. */
  override connect(socket: ConnectArguments[0], options: ConnectArguments[1]): void {
    const connection = new ReceivingConnection(this, socket, options);
    this.connections.add(connection);
    this.open.set(connection.session, connection);
    this.#unreported.add(connection.session);
    connection.on('error', (error: Error) => this.#options.connectionFailed(connection.session, error));
    connection.init();
    if (this.#stopping) connection.end(REPLIES.stopping);
    else connection.endAfter(this.#options.sessionTime);
  }

  override _expectsProxyHeader(socket: Socket): boolean {
    return this.#options.proxies.has(socket.remoteAddress ?? '');
  }

  override _handleProxy(socket: ProxyArguments[0], callback: ProxyArguments[1]): void {
    // It's gone once the connection has ended.
    const proxy = socket.remoteAddress ?? '';
    const deadline = setTimeout(
      () => socket.destroy(new Error('PROXY header took too long')),
      this.#options.headerTime,
    );
    super._handleProxy(socket, (failure, options) => {
      clearTimeout(deadline);
      const error = failure ?? impossibleEnd(options);
      if (error && !CLOSED_EARLY.test(error.message)) this.#options.proxyRefused(proxy, error);
      if (error && !failure) socket.destroy();
      callback(error, options);
    });
  }

  /** Refuses new connections and ends open ones, each after its message is committed. */
  endAll(): void {
    this.#stopping = true;
    // They have no session yet.
    for (const socket of this._pendingSockets.values()) socket.destroy();
    for (const connection of this.open.values()) connection.end(REPLIES.stopping);
    this.#noteReported();
  }

  /** Call it once a closed session has been logged. */
  reported(session: SMTPServerSession): void {
    this.#unreported.delete(session);
    this.#noteReported();
  }

  /** After `endAll`: resolves when all sessions have been logged, a few turns after their sockets closed. */
  get allReported(): Promise<void> {
    return this.#allReported.promise;
  }

  #noteReported(): void {
    if (this.#stopping && this.#unreported.size === 0) this.#allReported.resolve();
  }
}

/** A client's session, with what smtp-server lacks: limits, deadlines, and no end during a commit. */
export class ReceivingConnection extends SMTPConnection {
  #greeting = false;
  #hidesAuth = false;
  #committing = false;
  #commit: Promise<void> = Promise.resolve();
  /** The reply that ends the session after a commit in progress. */
  #ending: SmtpReply | null = null;
  #deadline: NodeJS.Timeout | undefined;
  readonly #server: ReceivingServer;

  constructor(server: ReceivingServer, socket: ConnectArguments[0], options: ConnectArguments[1]) {
    super(server, socket, options);
    this.#server = server;
  }

  /**
   * smtp-server's `init` greets after a fixed 100 ms, which every client with a connection per message would
   * pay. This greets sooner, and ignores the late call. One more turn of the event loop reads input that has
   * already arrived, so that even a busy daemon notices early talkers.
   */
  override init(): void {
    super.init();
    setTimeout(() => setImmediate(() => this.connectionReady()), GREETING_DELAY).unref();
  }

  override connectionReady(next?: () => void): void {
    if (this.#greeting) return;
    this.#greeting = true;
    super.connectionReady(next);
  }

  /** As in smtp-server, with our parser. */
  override _createParser(): DataParser {
    const parser = new DataParser();
    parser.oncommand = (command: Buffer, callback: () => void) => this._onCommand(command, callback);
    parser.on('error', (error) => this.send(421, `Error: ${error.message}`));
    return parser;
  }

  /**
   * A text with its own enhanced code keeps it; smtp-server adds one to others. Replies of one turn of the
   * event loop leave in one packet (RFC 2920 3.2), which halves the work of a small message.
   */
  override send(code: number, data?: string | string[] | null, context?: string | false): void {
    if (code !== TLS_READY) this.#gatherReplies();
    if (typeof data === 'string' && enhancedCodeOf(data) !== null) {
      const lines = replyLines(data);
      super.send(code, lines.length === 1 ? data : lines, false);
    } else {
      super.send(code, data, context);
    }
  }

  #gatherReplies(): void {
    const socket: Socket | TLSSocket = this._socket;
    if (socket.writableCorked > 0) return;
    socket.cork();
    setImmediate(() => socket.uncork());
  }

  /** A key isn't sent in the clear: AUTH is announced, and taken, over TLS or from this machine only. */
  get #mayLogIn(): boolean {
    return this.secure || isLoopbackHost(this.remoteAddress);
  }

  override handler_EHLO(command: Buffer, callback: () => void): void {
    this.#hidesAuth = !this.#mayLogIn;
    super.handler_EHLO(command, callback);
    this.#hidesAuth = false;
  }

  override _isSupported(command: string): boolean {
    return !(this.#hidesAuth && command === 'AUTH') && super._isSupported(command);
  }

  override handler_AUTH(command: Buffer, callback: () => void): void {
    if (this.#mayLogIn) super.handler_AUTH(command, callback);
    else this.#refuse(REPLIES.needsTls, callback);
  }

  override handler_MAIL(command: Buffer, callback: () => void): void {
    const line = command.toString();
    if (NON_ASCII.test(line) && !SMTPUTF8.test(line)) this.#refuse(REPLIES.needsSmtpUtf8, callback);
    else if (hasUnknownParameter(line)) this.#refuse(REPLIES.unknownParameter, callback);
    else super.handler_MAIL(command, callback);
  }

  override handler_RCPT(command: Buffer, callback: () => void): void {
    const line = command.toString();
    const inTransaction = this.session.envelope.mailFrom !== false;
    if (inTransaction && !this.session.envelope.smtpUtf8 && NON_ASCII.test(line)) {
      this.#refuse(REPLIES.needsSmtpUtf8, callback);
    } else if (hasUnknownParameter(line)) {
      this.#refuse(REPLIES.unknownParameter, callback);
    } else {
      super.handler_RCPT(command, callback);
    }
  }

  /** As in smtp-server, which would refuse valid addresses. */
  override _parseAddressCommand(
    ...[name, line]: Parameters<SMTPConnection['_parseAddressCommand']>
  ): ReturnType<SMTPConnection['_parseAddressCommand']> {
    const command = readPathCommand(line.toString());
    if (!command) return false;
    const parsed = super._parseAddressCommand(name, `${command.name}:<>${command.parameters}`);
    return parsed && { ...parsed, address: command.address };
  }

  #refuse(reply: SmtpReply, callback: () => void): void {
    this.send(reply.code, `${reply.enhanced} ${reply.text}`);
    callback();
  }

  /**
   * Keeps the session open during a commit, so that the client gets the reply. Call the returned function
   * after the reply.
   */
  commitBegins(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#committing = true;
    this.#commit = promise;
    this.#server.commits.add(promise);
    return () => {
      this.#committing = false;
      this.#server.commits.delete(promise);
      if (this.#ending) this.end(this.#ending);
      resolve();
    };
  }

  /** Resolves when no commit is in progress. */
  get commit(): Promise<void> {
    return this.#commit;
  }

  /** Ends the session with this reply, after a commit in progress. */
  end(reply: SmtpReply): void {
    this.#ending = reply;
    if (!this.#committing && !this._closing) this.send(reply.code, `${reply.enhanced} ${reply.text}`);
  }

  endAfter(milliseconds: number): void {
    this.#deadline = setTimeout(() => this.end(REPLIES.sessionTooLong), milliseconds);
    this.#deadline.unref();
  }

  /** Call it when the socket has closed. */
  release(): void {
    clearTimeout(this.#deadline);
  }

  /**
   * Destroys the socket, except during a TLS handshake: a TLS socket without its transport would crash the
   * process.
   */
  destroy(): void {
    const socket: Socket | TLSSocket = this._socket;
    if (!this._upgrading) socket.destroy();
  }
}

function hasUnknownParameter(line: string): boolean {
  const parameters = readPathCommand(line)?.parameters.trim().split(/\s+/) ?? [];
  return parameters.some((each) => each !== '' && !PARAMETERS.has(each.replace(/=.*$/s, '').toUpperCase()));
}
