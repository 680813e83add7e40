import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A mail server that says exactly what a test scripts, and keeps every byte that it hears. */

/** The server's side of one connection. */
export class Peer {
  readonly socket: Socket;
  #input = '';
  #heard = '';
  #closed = false;
  readonly #waiting: (() => void)[] = [];

  constructor(socket: Socket) {
    this.socket = socket;
    socket.on('data', (chunk) => {
      this.#input += chunk.toString('latin1');
      this.#heard += chunk.toString('latin1');
      this.#wake();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.#closed = true;
      this.#wake();
    });
  }

  /** All bytes of the client, one character each. */
  get heard(): string {
    return this.#heard;
  }

  say(...lines: string[]): void {
    this.socket.write(lines.map((line) => `${line}\r\n`).join(''));
  }

  /** The next line of the client without its CRLF; rejects when the client is gone. */
  async line(): Promise<string> {
    const end = await this.#until(() => this.#input.indexOf('\r\n'));
    const line = this.#input.slice(0, end);
    this.#input = this.#input.slice(end + 2);
    return line;
  }

  /** The message up to and including the final dot. */
  async message(): Promise<string> {
    const end = await this.#until(() => this.#input.indexOf('\r\n.\r\n'));
    const message = this.#input.slice(0, end + 5);
    this.#input = this.#input.slice(end + 5);
    return message;
  }

  /** Waits for so many bytes that no line was read of. */
  async bytes(count: number): Promise<void> {
    await this.#until(() => (this.#input.length >= count ? 0 : -1));
  }

  /** Greets, and answers commands up to (not including) `stop`. */
  async until(stop: 'MAIL' | 'RCPT' | 'DATA' | 'BODY', extensions: readonly string[] = []): Promise<void> {
    this.say('220 mx.example ESMTP');
    for (;;) {
      const line = await this.line();
      const verb = line.slice(0, 4).toUpperCase();
      if (verb === stop) return;
      if (verb === 'EHLO') {
        const lines = ['mx.example', ...extensions];
        this.say(...lines.map((text, index) => `250${index === lines.length - 1 ? ' ' : '-'}${text}`));
      } else if (verb === 'DATA') {
        this.say('354 go ahead');
        if (stop === 'BODY') return;
      } else this.say('250 ok');
    }
  }

  async closed(): Promise<void> {
    while (!this.#closed) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  async #until(find: () => number): Promise<number> {
    for (;;) {
      const found = find();
      if (found >= 0) return found;
      if (this.#closed) throw new Error('the client is gone');
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}

export interface ScriptedMailServer {
  readonly port: number;
  readonly peers: readonly Peer[];
  /** Takes no new connections. */
  stop(): Promise<void>;
}

/** Listens on a free port, or the given one; `script` plays the server in each connection. */
export async function scriptedMailServer(
  script: (peer: Peer, index: number) => Promise<void>,
  port = 0,
): Promise<ScriptedMailServer> {
  const peers: Peer[] = [];
  const server: Server = createServer((socket) => {
    const peer = new Peer(socket);
    peers.push(peer);
    // A script ends when its client does.
    script(peer, peers.length - 1).catch(() => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      for (const { socket } of peers) socket.destroy();
    });
  onTestFinished(async () => {
    if (server.listening) await stop();
  });
  return { port: (server.address() as AddressInfo).port, peers, stop };
}

/** Takes one message after the other. */
export async function takeEverything(peer: Peer, extensions: readonly string[] = []): Promise<void> {
  await peer.until('BODY', extensions);
  for (;;) {
    await peer.message();
    peer.say('250 2.0.0 taken');
    for (;;) {
      const verb = (await peer.line()).slice(0, 4);
      if (verb === 'QUIT') {
        peer.say('221 bye');
        peer.socket.end();
        return;
      }
      peer.say(verb === 'DATA' ? '354 go ahead' : '250 ok');
      if (verb === 'DATA') break;
    }
  }
}
