import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';

/** A commit as the wire protocol has it. */
const COMMIT = Buffer.from('commit\0');

/**
 * A proxy before a PostgreSQL server that loses the connection around a commit: before the server gets it, or
 * when the server answers.
 */
export class CommitCuttingProxy {
  /** The next commit to lose; null forwards all. */
  next: 'commit' | 'answer' | null = null;
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
        const lost = data.includes(COMMIT) ? this.next : null;
        if (lost !== null) this.next = null;
        if (lost === 'commit') return cut();
        answerIsLost ||= lost === 'answer';
        server.write(data);
      });
      server.on('data', (data: Buffer) => (answerIsLost ? cut() : client.write(data)));
      for (const socket of [client, server]) socket.on('error', cut).on('close', cut);
    });
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
