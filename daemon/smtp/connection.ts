import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server';
import { SMTPConnection } from 'smtp-server/lib/smtp-connection.js';
import { DataParser } from './data-parser.ts';
import { readPathCommand } from './path.ts';
import { enhancedCodeOf, REPLIES, replyLines, type SmtpReply } from './replies.ts';

/**
 * Milliseconds between the connection and the greeting. A client that talks in this time is no mail server
 * (RFC 5321 3.1 has it wait) and is turned away.
 */
const GREETING_DELAY = 2;

// biome-ignore lint/suspicious/noControlCharactersInRegex: the characters beyond ASCII are meant
const NON_ASCII = /[^\x00-\x7f]/;
/** The greeting, and the go-ahead for TLS: it must be on the wire before the socket changes hands. */
const TLS_READY = 220;
const SMTPUTF8 = /\sSMTPUTF8(?=\s|$)/i;

/** Of extensions that are offered, and of those that clients use unasked; RFC 5321 4.1.1.11 has all others refused. */
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

/** smtp-server with connections that greet at once and speak the enhanced codes that a reply text brings along. */
export class ReceivingServer extends SMTPServer {
  /** Every connection whose socket is still there, those that were told to go included. */
  readonly open = new Map<SMTPServerSession, ReceivingConnection>();
  /** Messages that are being committed, also for clients that have left. */
  readonly commits = new Set<Promise<void>>();
  readonly #unreported = new Set<SMTPServerSession>();
  readonly #allReported = Promise.withResolvers<void>();
  readonly #sessionTime: number;
  readonly #connectionFailed: (session: SMTPServerSession, error: Error) => void;
  #stopping = false;

  constructor(
    options: SMTPServerOptions,
    sessionTime: number,
    connectionFailed: (session: SMTPServerSession, error: Error) => void,
  ) {
    super(options);
    this.#sessionTime = sessionTime;
    this.#connectionFailed = connectionFailed;
    // Until smtp-server has made a connection of the socket nobody else listens for its errors.
    this.server.on('connection', (socket: Socket) => socket.on('error', () => undefined));
  }

  /** Where smtp-server makes the connection of an accepted socket; the same steps with our class. */
  override connect(socket: ConnectArguments[0], options: ConnectArguments[1]): void {
    const connection = new ReceivingConnection(this, socket, options);
    this.connections.add(connection);
    this.open.set(connection.session, connection);
    this.#unreported.add(connection.session);
    connection.on('error', (error: Error) => this.#connectionFailed(connection.session, error));
    connection.init();
    if (this.#stopping) connection.end(REPLIES.stopping);
    else connection.endAfter(this.#sessionTime);
  }

  /** Takes no more connections and tells those that are open to go, each after the message it is committing. */
  endAll(): void {
    this.#stopping = true;
    for (const connection of this.open.values()) connection.end(REPLIES.stopping);
    this.#noteReported();
  }

  /** To be called when everything is said about a session that has closed. */
  reported(session: SMTPServerSession): void {
    this.#unreported.delete(session);
    this.#noteReported();
  }

  /** After `endAll`: resolves when all sessions have been reported, turns of the event loop after their sockets closed. */
  get allReported(): Promise<void> {
    return this.#allReported.promise;
  }

  #noteReported(): void {
    if (this.#stopping && this.#unreported.size === 0) this.#allReported.resolve();
  }
}

/** One session of a client, with what smtp-server leaves open: limits, deadlines, and no end while a message is committed. */
export class ReceivingConnection extends SMTPConnection {
  #greeting = false;
  #committing = false;
  #commit: Promise<void> = Promise.resolve();
  /** The reply that ends the session as soon as no message is being committed. */
  #ending: SmtpReply | null = null;
  #deadline: NodeJS.Timeout | undefined;
  readonly #server: ReceivingServer;

  constructor(server: ReceivingServer, socket: ConnectArguments[0], options: ConnectArguments[1]) {
    super(server, socket, options);
    this.#server = server;
  }

  /**
   * `init` of smtp-server calls `connectionReady`, which greets, after a fixed 100 ms, and no option shortens that: every
   * client that opens a connection for each message would pay it. So the call is made here, sooner, and the late one
   * is ignored. After the delay one turn of the event loop passes, in which input that has already arrived is read,
   * so that a busy daemon sees early talkers too.
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
   * A text that starts with an enhanced code keeps it; smtp-server adds its own by the reply code to all others. Replies
   * of one turn of the event loop leave in one packet (RFC 2920 3.2), which is half of the work of a small message.
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

  /** As in smtp-server, which reads the parameters; it would refuse addresses that are valid. */
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
   * While a message is committed the session is not ended: its client must hear what became of the message. The
   * function that is returned is to be called after the reply.
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

  /** Resolves when no message is being committed. */
  get commit(): Promise<void> {
    return this.#commit;
  }

  /** Ends the session with this reply, at once or after the message that is being committed. */
  end(reply: SmtpReply): void {
    this.#ending = reply;
    if (!this.#committing && !this._closing) this.send(reply.code, `${reply.enhanced} ${reply.text}`);
  }

  endAfter(milliseconds: number): void {
    this.#deadline = setTimeout(() => this.end(REPLIES.sessionTooLong), milliseconds);
    this.#deadline.unref();
  }

  /** To be called when the socket has closed. */
  release(): void {
    clearTimeout(this.#deadline);
  }

  /** Cuts the socket. Not during a TLS handshake: a TLS socket that loses its transport then takes the process along. */
  destroy(): void {
    const socket: Socket | TLSSocket = this._socket;
    if (!this._upgrading) socket.destroy();
  }
}

function hasUnknownParameter(line: string): boolean {
  const parameters = readPathCommand(line)?.parameters.trim().split(/\s+/) ?? [];
  return parameters.some((each) => each !== '' && !PARAMETERS.has(each.replace(/=.*$/s, '').toUpperCase()));
}
