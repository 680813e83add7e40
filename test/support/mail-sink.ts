import { SMTPServer } from 'smtp-server';

/** A mail server of its own that keeps what it is given. */

export interface Sunk {
  readonly from: string;
  readonly to: string;
  readonly raw: Buffer;
  /** Who signed in, or null. */
  readonly user: string | null;
  readonly secure: boolean;
}

export interface SinkOptions {
  readonly port?: number;
  /** Offers STARTTLS, or speaks TLS from the start. */
  readonly tls?: { readonly key: string; readonly cert: string; readonly immediate?: boolean };
  /** Asks for this login. */
  readonly login?: { readonly user: string; readonly pass: string };
  /** Offers XOAUTH2 to the user of the login, with these access tokens. */
  readonly tokens?: ReadonlySet<string>;
  /** Local parts that do not exist here. */
  readonly unknown?: readonly string[];
  /** Takes messages after so many without ever answering their final dot. */
  readonly silentAfter?: number;
}

export class MailSink {
  readonly received: Sunk[] = [];
  readonly port: number;
  readonly #server: SMTPServer;
  readonly #waiting: { readonly count: number; readonly resolve: () => void }[] = [];

  private constructor(options: SinkOptions, port: number) {
    this.port = port;
    this.#server = new SMTPServer({
      secure: options.tls?.immediate ?? false,
      ...(options.tls && { key: options.tls.key, cert: options.tls.cert }),
      hideSTARTTLS: options.tls === undefined,
      disableReverseLookup: true,
      ...(options.login
        ? {
            authMethods: ['PLAIN', 'LOGIN', ...(options.tokens ? ['XOAUTH2'] : [])],
            onAuth: ({ username, password, accessToken, method }, _session, done) => {
              const isToken = method === 'XOAUTH2';
              const isRight = isToken
                ? options.tokens?.has(accessToken ?? '')
                : password === options.login?.pass;
              if (username === options.login?.user && isRight) return done(null, { user: username });
              if (!isToken) return done(new Error('wrong'));
              // A challenge, as RFC 7628 has it.
              done(null, { data: { status: '401' } });
            },
          }
        : { authOptional: true, hideSTARTTLS: options.tls === undefined, disabledCommands: ['AUTH'] }),
      onRcptTo: ({ address }, _session, done) => {
        if (!options.unknown?.includes(address.split('@')[0] ?? '')) return done();
        done(Object.assign(new Error('5.1.1 no such user'), { responseCode: 550 }));
      },
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const { mailFrom, rcptTo } = session.envelope;
          this.received.push({
            from: mailFrom === false ? '' : mailFrom.address,
            to: rcptTo[0]?.address ?? '',
            raw: Buffer.concat(chunks),
            user: session.user ?? null,
            secure: session.secure,
          });
          this.#tell();
          if (this.received.length <= (options.silentAfter ?? Number.POSITIVE_INFINITY)) done();
        });
      },
    });
    this.#server.on('error', () => undefined);
  }

  static async start(options: SinkOptions = {}): Promise<MailSink> {
    const port = options.port ?? (await freePort());
    const sink = new MailSink(options, port);
    await new Promise<void>((resolve) => sink.#server.listen(port, '127.0.0.1', resolve));
    return sink;
  }

  /** Resolves when so many messages have come. */
  async until(count: number): Promise<void> {
    if (this.received.length >= count) return;
    await new Promise<void>((resolve) => this.#waiting.push({ count, resolve }));
  }

  /** Ends without a word: connections break, nobody listens any more. */
  async die(): Promise<void> {
    const { server } = this.#server;
    const closed = new Promise((resolve) => server.close(resolve));
    for (const connection of this.#server.connections) {
      (connection as unknown as { _socket: { destroy(): void } })._socket.destroy();
    }
    await closed;
  }

  #tell(): void {
    for (const { count, resolve } of this.#waiting) if (this.received.length >= count) resolve();
  }
}

/** A port that nobody listens on just now. */
export async function freePort(): Promise<number> {
  const { createServer } = await import('node:net');
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
