import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

/** A raw SMTP client: sends exactly the bytes it is given and hands out replies one by one. */
export class SmtpClient {
  #socket: Socket;
  #input = '';
  #closed = false;
  readonly #waiting: (() => void)[] = [];

  private constructor(socket: Socket) {
    this.#socket = socket;
    this.#listen();
  }

  /** Connects and sends `first`, if given, in the same turn, before any greeting can have come. */
  static async connect(port: number, first?: string): Promise<SmtpClient> {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    const client = new SmtpClient(socket);
    await new Promise<void>((resolve) => {
      socket.once('connect', () => {
        if (first !== undefined) socket.write(first, 'latin1');
        resolve();
      });
    });
    return client;
  }

  /** Connects, reads the greeting and says EHLO. */
  static async greeted(port: number): Promise<SmtpClient> {
    const client = await SmtpClient.connect(port);
    await client.reply();
    await client.command('EHLO client.example');
    return client;
  }

  /** Writes raw bytes, one character each. */
  write(bytes: string | Buffer): void {
    this.#socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
  }

  /** Sends a line and returns its reply. */
  command(line: string): Promise<string> {
    this.write(`${line}\r\n`);
    return this.reply();
  }

  /** Gives the commands up to and including DATA; returns the reply to DATA. */
  async begin(recipient = 'inbox@here.example', ...more: readonly string[]): Promise<string> {
    await this.command('MAIL FROM:<sender@there.example>');
    for (const address of [recipient, ...more]) await this.command(`RCPT TO:<${address}>`);
    return this.command('DATA');
  }

  /** Sends a whole message and returns the reply to its final dot. */
  async deliver(message: string, ...recipients: string[]): Promise<string> {
    await this.begin(...recipients);
    this.write(`${message}\r\n.\r\n`);
    return this.reply();
  }

  /** The next reply, its lines joined by LF; the empty string once the server has closed. */
  async reply(): Promise<string> {
    for (;;) {
      const match = /^(?:\d{3}-[^\n]*\r\n)*\d{3}(?: [^\n]*)?\r\n/.exec(this.#input);
      if (match !== null) {
        this.#input = this.#input.slice(match[0].length);
        return match[0].trimEnd().replaceAll('\r\n', '\n');
      }
      if (this.#closed) return '';
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  async closed(): Promise<void> {
    while (!this.#closed) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  async startTls(): Promise<void> {
    const raw = this.#socket;
    raw.removeAllListeners();
    await new Promise<void>((resolve) => {
      this.#socket = connectTls({ socket: raw, rejectUnauthorized: false }, resolve);
    });
    this.#listen();
  }

  /** Ends properly. */
  end(): void {
    this.#socket.end();
  }

  /** Cuts the connection with a reset. */
  hangUp(): void {
    this.#socket.resetAndDestroy();
  }

  #listen(): void {
    this.#socket.on('data', (chunk) => {
      this.#input += chunk.toString('latin1');
      this.#wake();
    });
    this.#socket.on('error', () => undefined);
    this.#socket.on('close', () => {
      this.#closed = true;
      this.#wake();
    });
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
