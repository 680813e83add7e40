import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';

/**
 * A commit as the wire protocol has it: type, length, text. Names of prepared statements end like the text.
 */
const COMMIT = Buffer.from('Q\0\0\0\x0bcommit\0');

/**
 * A proxy before a PostgreSQL server that loses the connection around a commit: before the server gets it, or
 * when the server answers.
 */
export class CommitCuttingProxy {
  /** The next commit to lose; null forwards all. */
  next: 'commit' | 'answer' | null = null;
  /** Whether it ends new connections at once. */
  isDown = false;
  #isDownAfterwards = false;
  readonly #server: Server;
  readonly #folder: string;

  /** `folder` has the server's socket. */
  constructor(folder: string) {
    this.#folder = folder;
    this.#server = createServer((client) => {
      const server = connect(`${this.#folder}/.s.PGSQL.5432`);
      let answerIsLost = false;
      const cut = (): void => {
        client.destroy();
        server.destroy();
      };
      client.on('data', (data: Buffer) => {
        if (this.isDown) return cut();
        const lost = data.includes(COMMIT) ? this.next : null;
        if (lost !== null) this.next = null;
        if (lost === 'commit') return cut();
        answerIsLost ||= lost === 'answer';
        server.write(data);
      });
      server.on('data', (data: Buffer) => {
        if (!answerIsLost) return client.write(data);
        this.isDown = this.#isDownAfterwards;
        return cut();
      });
      for (const socket of [client, server]) socket.on('error', cut).on('close', cut);
    });
  }

  /** Loses the answer to the next commit, and is down from then on. */
  goDownAtAnswer(): void {
    this.next = 'answer';
    this.#isDownAfterwards = true;
  }

  async listen(): Promise<number> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return (this.#server.address() as AddressInfo).port;
  }

  close(): void {
    this.#server.close();
  }
}

/** The statement that begins to listen, and one of the same length that does nothing. */
const LISTEN = Buffer.from('listen agentmail_signals');
const NOTHING = Buffer.from('select 1'.padEnd(LISTEN.length));

/**
 * A proxy before a PostgreSQL server that forgets which connection listens, as poolers do that give
 * connections to transactions. It can cut all connections.
 */
export class PoolingProxy {
  /** Whether it forgets. */
  forgets: boolean;
  readonly #server: Server;
  readonly #cuts = new Set<() => void>();

  /** `folder` has the server's socket. */
  constructor(folder: string, { forgets }: { readonly forgets: boolean }) {
    this.forgets = forgets;
    this.#server = createServer((client) => {
      const server = connect(`${folder}/.s.PGSQL.5432`);
      const cut = (): void => {
        client.destroy();
        server.destroy();
        this.#cuts.delete(cut);
      };
      this.#cuts.add(cut);
      client.on('data', (data: Buffer) => {
        const at = this.forgets ? data.indexOf(LISTEN) : -1;
        if (at >= 0) NOTHING.copy(data, at);
        server.write(data);
      });
      server.on('data', (data: Buffer) => client.write(data));
      for (const socket of [client, server]) socket.on('error', cut).on('close', cut);
    });
  }

  /** Ends all connections; new ones are accepted. */
  cut(): void {
    for (const cut of [...this.#cuts]) cut();
  }

  async listen(): Promise<number> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return (this.#server.address() as AddressInfo).port;
  }

  close(): void {
    this.#server.close();
    this.cut();
  }
}
