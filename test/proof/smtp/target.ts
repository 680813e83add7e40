import { connect, type Socket } from 'node:net';
import * as api from '../../support/api.ts';
import { createAccount } from '../world/account.ts';
import type { Program } from '../world/program.ts';

/** The listener under attack, and the mailbox that all mail is for. */
export class Target {
  readonly program: Program;
  readonly admin: string;
  readonly mailbox: { readonly id: string; readonly address: string };

  #last = 0;

  constructor(program: Program, admin: string, mailbox: Target['mailbox']) {
    this.program = program;
    this.admin = admin;
    this.mailbox = mailbox;
  }

  static async of(program: Program): Promise<Target> {
    const { admin, mailbox } = await createAccount(program);
    return new Target(program, admin, mailbox);
  }

  /** Connects from one of many loopback addresses. */
  connect(source: number): Attacker {
    const localAddress = `127.0.${1 + Math.floor(source / 250)}.${1 + (source % 250)}`;
    return new Attacker(
      connect({ port: this.program.smtpPort, host: '127.0.0.1', localAddress, noDelay: true }),
    );
  }

  /** Another number with every call. */
  next(): number {
    this.#last += 1;
    return this.#last;
  }

  /** Messages whose subject begins so. */
  async received(subject: string): Promise<number> {
    await this.program.must(null, api.drain, { timeout_seconds: 300 });
    let count = 0;
    for (let page = {}; ; ) {
      const { messages } = await this.program.must(this.admin, api.listMessages, {
        id: this.mailbox.id,
        limit: 200,
        ...page,
      });
      count += messages.filter((message) => message.subject?.startsWith(subject)).length;
      if (messages.length < 200) return count;
      page = { before: messages.at(-1)?.id };
    }
  }

  message(subject: string, body = 'Hello.'): string {
    return `From: Ann <ann@example.net>\r\nSubject: ${subject}\r\n\r\n${body}\r\n.\r\n`;
  }

  get envelope(): string {
    return `MAIL FROM:<ann@example.net>\r\nRCPT TO:<${this.mailbox.address}>\r\n`;
  }
}

/** A client without manners. */
export class Attacker {
  readonly socket: Socket;
  heard = '';
  #closed = false;
  #waiting: (() => void)[] = [];

  constructor(socket: Socket) {
    this.socket = socket;
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => {
      this.heard += text;
      this.#wake();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.#closed = true;
      this.#wake();
    });
  }

  get isClosed(): boolean {
    return this.#closed;
  }

  /** Final lines of replies so far. */
  get replies(): string[] {
    return this.heard.split('\r\n').filter((line) => /^\d{3}(?: |$)/.test(line));
  }

  /** Resolves when so many replies came, or the other side has closed. */
  async hear(count: number): Promise<string[]> {
    while (this.replies.length < count && !this.#closed) await this.#next();
    return this.replies;
  }

  async closed(): Promise<void> {
    while (!this.#closed) await this.#next();
  }

  say(text: string | Buffer): void {
    if (this.socket.writable)
      this.socket.write(typeof text === 'string' ? Buffer.from(text, 'latin1') : text);
  }

  hangUp(): void {
    this.socket.resetAndDestroy();
  }

  #next(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
