import { connect, type Socket } from 'node:net';
import { prose } from './prose.ts';

/** A load of SMTP messages from raw sockets, so that the client costs as little as can be. */

export interface SmtpLoad {
  readonly port: number;
  readonly sessions: number;
  readonly messages: number;
  /** One for all, or the one of a number. */
  readonly message: Buffer | ((number: number) => Buffer);
  /** One for all, or the one of a session. */
  readonly recipient: string | ((session: number) => string);
  /** A new connection for each message instead of one for each session. */
  readonly reconnect?: boolean;
}

/** Sends all messages; returns messages per second. */
export async function runSmtpLoad(load: SmtpLoad): Promise<number> {
  let left = load.messages;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: load.sessions }, async (_, index) => {
      let client: SmtpSession | null = null;
      const recipient = typeof load.recipient === 'string' ? load.recipient : load.recipient(index);
      while (left > 0) {
        left--;
        client ??= await SmtpSession.open(load.port, index);
        await client.send(recipient, messageOf(load, left));
        if (load.reconnect) {
          client.close();
          client = null;
        }
      }
      client?.close();
    }),
  );
  return load.messages / ((performance.now() - started) / 1000);
}

const SOURCE_ADDRESSES = 10;

export class SmtpSession {
  readonly #socket: Socket;
  #buffer = '';
  #failure: Error | null = null;
  #expect: { lines: number; resolve: () => void; reject: (error: Error) => void } | null = null;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => this.#read(text));
    socket.on('error', (error) => this.#fail(error));
    socket.on('close', () => this.#fail(new Error('the server hung up')));
  }

  /** `source` spreads sessions over loopback addresses: a listener lets one address have only so many. */
  static async open(port: number, source: number): Promise<SmtpSession> {
    const localAddress = `127.0.0.${2 + (source % SOURCE_ADDRESSES)}`;
    const session = new SmtpSession(connect({ port, host: '127.0.0.1', localAddress }));
    await session.#replies(1);
    await session.#ask('EHLO bench.example\r\n', 1);
    return session;
  }

  /** One message, envelope pipelined. */
  async send(recipient: string, message: Buffer): Promise<void> {
    await this.#ask(`MAIL FROM:<load@bench.example>\r\nRCPT TO:<${recipient}>\r\nDATA\r\n`, 3);
    this.#socket.write(message);
    await this.#ask('\r\n.\r\n', 1);
  }

  close(): void {
    this.#socket.end('QUIT\r\n');
  }

  #ask(text: string, replies: number): Promise<void> {
    this.#socket.write(text);
    return this.#replies(replies);
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    this.#expect?.reject(this.#failure);
  }

  #replies(lines: number): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#failure) reject(this.#failure);
      this.#expect = { lines, resolve, reject };
    });
  }

  #read(text: string): void {
    this.#buffer += text;
    for (let end = this.#buffer.indexOf('\n'); end >= 0; end = this.#buffer.indexOf('\n')) {
      const line = this.#buffer.slice(0, end);
      this.#buffer = this.#buffer.slice(end + 1);
      const expect = this.#expect;
      if (!expect || line[3] === '-') continue;
      if (!/^[23]/.test(line)) {
        this.#fail(new Error(line));
        return;
      }
      expect.lines--;
      if (expect.lines === 0) {
        this.#expect = null;
        expect.resolve();
      }
    }
  }
}

function messageOf({ message }: SmtpLoad, number: number): Buffer {
  return Buffer.isBuffer(message) ? message : message(number);
}

/** An ordinary text message of `bytes` bytes. */
export function textMessage(bytes: number, number = 0): Buffer {
  const head = [
    'From: Load <load@bench.example>',
    'To: box0@agentmail.localhost',
    'Subject: Figures of the week',
    'Date: Mon, 02 Mar 2026 10:00:00 +0000',
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    '',
    '',
  ].join('\r\n');
  const text = prose(bytes, number).replaceAll('\n', '\r\n');
  // A message whose last byte is half of a line break would never end.
  return Buffer.from((head + text).slice(0, bytes).replace(/\r$/, '.'));
}
