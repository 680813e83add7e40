import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';

/**
 * How a link carries bytes.
 *
 * - `open`: at once.
 * - `slow`: after a delay.
 * - `silent`: not at all, until the link is open again. Then everything arrives late, as TCP does it.
 * - `deaf`: only to the server, so that statements run and their answers are late.
 * - `mute`: only to the client.
 * - `cut`: connections end, and new ones are refused.
 */
export type LinkState = 'open' | 'slow' | 'silent' | 'deaf' | 'mute' | 'cut';

/** A delay of each packet on a slow link, milliseconds. */
const DELAY = 25;
/** States in which a direction is held back. */
const HELD = { toServer: ['silent', 'mute'], toClient: ['silent', 'deaf'] } as const;

/** The network between a daemon and PostgreSQL, whose faults a test chooses. */
export class FaultyLink {
  readonly #target: URL;
  readonly #server: Server;
  readonly #pipes = new Set<Pipe>();
  #state: LinkState = 'open';

  private constructor(database: string) {
    this.#target = new URL(database);
    this.#server = createServer((client) => {
      if (this.#state === 'cut') {
        client.destroy();
        return;
      }
      const server = this.#connect();
      this.#join({ from: client, to: server }, 'toServer');
      this.#join({ from: server, to: client }, 'toClient');
    });
  }

  /** A link to a database, whose server listens on a port or a socket. */
  static async open(database: string): Promise<FaultyLink> {
    const link = new FaultyLink(database);
    link.#server.listen(0, '127.0.0.1');
    await once(link.#server, 'listening');
    return link;
  }

  /** The URL of the database behind the link. */
  get url(): string {
    const url = new URL(this.#target);
    url.searchParams.delete('host');
    url.hostname = '127.0.0.1';
    url.port = String((this.#server.address() as AddressInfo).port);
    return url.href;
  }

  set state(state: LinkState) {
    this.#state = state;
    for (const pipe of this.#pipes) pipe.change(state);
  }

  close(): void {
    this.state = 'cut';
    this.#server.close();
  }

  #connect(): Socket {
    const { searchParams, hostname, port } = this.#target;
    const folder = searchParams.get('host');
    const number = Number(port || 5432);
    return folder === null ? connect(number, hostname) : connect(join(folder, `.s.PGSQL.${number}`));
  }

  #join(ends: Ends, direction: keyof typeof HELD): void {
    const pipe = new Pipe(ends, HELD[direction]);
    pipe.change(this.#state);
    this.#pipes.add(pipe);
    ends.from.on('close', () => this.#pipes.delete(pipe));
  }
}

interface Ends {
  readonly from: Socket;
  readonly to: Socket;
}

/** One direction of a connection. Bytes keep their order; the end of the connection comes after them. */
class Pipe {
  readonly #ends: Ends;
  readonly #heldIn: readonly LinkState[];
  #state: LinkState = 'open';
  #waiting: (() => void)[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(ends: Ends, heldIn: readonly LinkState[]) {
    this.#ends = ends;
    this.#heldIn = heldIn;
    const { from, to } = ends;
    from.on('data', (bytes: Buffer) => this.#add(() => to.write(bytes)));
    from.on('error', () => undefined);
    from.on('close', () => this.#add(() => to.destroy()));
  }

  change(state: LinkState): void {
    this.#state = state;
    if (state === 'cut') {
      this.#waiting = [];
      this.#ends.from.destroy();
      this.#ends.to.destroy();
    } else this.#carry();
  }

  #add(step: () => void): void {
    this.#waiting.push(step);
    if (this.#state !== 'slow') this.#carry();
    else this.#timer ??= setTimeout(() => this.#carry(), DELAY);
  }

  #carry(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#heldIn.includes(this.#state)) return;
    for (const step of this.#waiting.splice(0)) step();
  }
}
