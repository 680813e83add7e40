import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

/** A mail provider whose behaviour is in the recipient's name, and that remembers what it took for good. */

/** Plans by the first part of the recipient's name. */
export const PLANS = [
  'accept',
  'refuse_rcpt',
  'refuse_data',
  'defer_rcpt',
  'defer_data',
  'break_body',
  'break_dot',
] as const;
export type Plan = (typeof PLANS)[number];

/** End of the names of recipients in Bcc, which no mail may have. */
export const HIDDEN = '.hidden@';

/** Points of a session that an attack may wait for. */
export type Stage = 'connect' | 'mail' | 'rcpt' | 'data' | 'body' | 'dot' | 'taken';

/** Tries that are deferred before a recipient takes its mail: some are never tried so often. */
export function deferralsOf(recipient: string): number {
  return 1 + (Number(/-(\d+)@/.exec(recipient)?.[1] ?? 0) % 13);
}

export class Provider {
  /** Final dots that the provider took the message with, by recipient. */
  readonly taken = new Map<string, number>();
  /** Recipients whose mail named somebody in Bcc. */
  readonly leaked: string[] = [];
  readonly #tries = new Map<string, number>();
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  onStage: (stage: Stage) => void = () => undefined;

  private constructor() {
    this.#server = createServer((socket) => {
      this.#sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => this.#sockets.delete(socket));
      this.onStage('connect');
      new Conversation(socket, this);
    });
  }

  static async start(): Promise<Provider> {
    const provider = new Provider();
    await new Promise<void>((resolve) => provider.#server.listen(0, '127.0.0.1', resolve));
    return provider;
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The plan for this try to reach a recipient. */
  planOf(recipient: string): Plan {
    const plan = (recipient.split('-')[0] ?? 'accept') as Plan;
    if (plan !== 'defer_rcpt' && plan !== 'defer_data' && plan !== 'break_body') return plan;
    const tries = (this.#tries.get(recipient) ?? 0) + 1;
    this.#tries.set(recipient, tries);
    return tries > deferralsOf(recipient) ? 'accept' : plan;
  }

  take(recipient: string): void {
    this.taken.set(recipient, (this.taken.get(recipient) ?? 0) + 1);
    this.onStage('taken');
  }

  stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }
}

class Conversation {
  readonly #socket: Socket;
  readonly #provider: Provider;
  #input = '';
  #inData = false;
  #recipient = '';
  #plan: Plan = 'accept';

  constructor(socket: Socket, provider: Provider) {
    this.#socket = socket;
    this.#provider = provider;
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => {
      this.#input += text;
      this.#read();
    });
    this.#say('220 provider.example ESMTP');
  }

  #say(line: string): void {
    if (!this.#socket.destroyed) this.#socket.write(`${line}\r\n`);
  }

  #read(): void {
    for (;;) {
      const mark = this.#inData ? '\r\n.\r\n' : '\r\n';
      const end = this.#input.indexOf(mark);
      if (this.#inData && this.#input.length > 0) this.#provider.onStage('body');
      if (this.#inData && this.#plan === 'break_body') {
        this.#socket.destroy();
        return;
      }
      if (end < 0) return;
      const line = this.#input.slice(0, end);
      this.#input = this.#input.slice(end + mark.length);
      if (this.#inData) this.#endOfData(line);
      else this.#command(line);
    }
  }

  #command(line: string): void {
    switch (line.slice(0, 4).toUpperCase()) {
      case 'MAIL':
        this.#provider.onStage('mail');
        this.#say('250 ok');
        return;
      case 'RCPT':
        this.#rcpt(/<([^>]*)>/.exec(line)?.[1] ?? '');
        return;
      case 'DATA':
        this.#provider.onStage('data');
        this.#inData = true;
        this.#say('354 go ahead');
        return;
      case 'QUIT':
        this.#say('221 bye');
        this.#socket.end();
        return;
      default:
        this.#say('250 provider.example');
    }
  }

  #rcpt(recipient: string): void {
    this.#provider.onStage('rcpt');
    this.#recipient = recipient;
    this.#plan = this.#provider.planOf(recipient);
    if (this.#plan === 'refuse_rcpt') this.#say('550 5.1.1 no such user');
    else if (this.#plan === 'defer_rcpt') this.#say('450 4.2.1 later');
    else this.#say('250 ok');
  }

  #endOfData(content: string): void {
    this.#inData = false;
    this.#provider.onStage('dot');
    if (this.#plan === 'refuse_data') this.#say('554 5.7.1 not wanted');
    else if (this.#plan === 'defer_data') this.#say('451 4.3.0 later');
    else {
      if (content.includes(HIDDEN)) this.#provider.leaked.push(this.#recipient);
      this.#provider.take(this.#recipient);
      if (this.#plan === 'break_dot') this.#socket.destroy();
      else this.#say('250 2.0.0 taken');
    }
  }
}
