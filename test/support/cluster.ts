import { once } from 'node:events';
import { copyFileSync } from 'node:fs';
import { type AddressInfo, connect as connectSocket, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Cluster } from '../../daemon/platform/store/cluster.ts';
import { PostgresCluster } from '../../daemon/platform/store/postgres/nodes/cluster.ts';
import { SystemClock } from '../../daemon/platform/system/clock.ts';
import { SECRET_FILE } from '../../daemon/platform/system/secrets.ts';
import { freshDatabase } from './postgres.ts';
import { launch, type Service, type ServiceOptions } from './service.ts';
import { temporaryHome } from './temporary.ts';

/** The network between a node and PostgreSQL. */
export class DatabaseLink {
  readonly url: string;
  readonly #sockets: Set<Socket>;
  readonly #state: { isCut: boolean };

  private constructor(url: string, parts: { sockets: Set<Socket>; state: { isCut: boolean } }) {
    this.url = url;
    this.#sockets = parts.sockets;
    this.#state = parts.state;
  }

  /** A link to a database of a server on a socket. It ends with the test. */
  static async open(database: string): Promise<DatabaseLink> {
    const target = new URL(database);
    const folder = target.searchParams.get('host') ?? '';
    const sockets = new Set<Socket>();
    const state = { isCut: false };
    const proxy = createServer((client) => {
      if (state.isCut) return client.destroy();
      const server = connectSocket(join(folder, '.s.PGSQL.5432'));
      for (const [one, other] of [
        [client, server],
        [server, client],
      ] as const) {
        sockets.add(one);
        one
          .on('error', () => undefined)
          .on('close', () => {
            sockets.delete(one);
            other.destroy();
          });
        one.pipe(other);
      }
      return undefined;
    });
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    onTestFinished(() => void proxy.close());
    const { port } = proxy.address() as AddressInfo;
    const url = new URL(database);
    url.searchParams.delete('host');
    url.hostname = '127.0.0.1';
    url.port = String(port);
    return new DatabaseLink(url.href, { sockets, state });
  }

  /** Ends all connections and refuses new ones: for PostgreSQL and the other nodes, the node was killed. */
  cut(): void {
    this.#state.isCut = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  restore(): void {
    this.#state.isCut = false;
  }
}

/** A node of a test: a daemon in this process with its own link to the database, and its own trust. */
export interface TestNode extends Service {
  readonly name: string;
  readonly link: DatabaseLink;
  /** Moves the clock by which the node trusts itself. */
  stall(milliseconds: number): void;
}

/** Several daemons on one PostgreSQL database. */
export interface TestCluster {
  readonly nodes: readonly TestNode[];
  /** URL of the database, past all links. */
  readonly url: string;
  /** The clock that all nodes have in common. */
  readonly clock: SystemClock;
  /**
   * Cuts a node off until its term is over for the others, and lets them find out.
   */
  outlive(dead: TestNode): Promise<void>;
  /** Starts a further node, or one again whose name is given. */
  start(name: string, options?: ServiceOptions): Promise<TestNode>;
}

/** Starts nodes `one`, `two`, `three` and so on. They end with the test. */
export async function startCluster(count: number, options: ServiceOptions = {}): Promise<TestCluster> {
  const url = await freshDatabase();
  const clock = options.clock ?? new SystemClock({ settable: true });
  const homes = new Map<string, string>();
  const started: TestNode[] = [];
  const start = async (name: string, more: ServiceOptions = {}): Promise<TestNode> => {
    const [first] = homes.values();
    const home = homes.get(name) ?? temporaryHome();
    if (!homes.has(name) && first !== undefined) {
      copyFileSync(join(first, SECRET_FILE), join(home, SECRET_FILE));
    }
    homes.set(name, home);
    const link = await DatabaseLink.open(url);
    let stalled = 0;
    const service = await launch({
      home,
      clock,
      config: { testClock: false, store: link.url, node: name, ...options.config, ...more.config },
      overrides: {
        monotonic: () => performance.now() + stalled,
        ...options.overrides,
        ...more.overrides,
      },
    });
    onTestFinished(() => service.stop());
    const stall = (milliseconds: number) => {
      stalled += milliseconds;
    };
    const node = { ...service, name, link, stall };
    started.push(node);
    return node;
  };
  const nodes: TestNode[] = [];
  for (const name of NAMES.slice(0, count)) nodes.push(await start(name));
  const outlive = async (dead: TestNode) => {
    dead.link.cut();
    // The survivors see no heartbeat for a whole term, and trust themselves meanwhile.
    for (const milliseconds of [0, 15_000, 15_000]) {
      for (const { name, stall, daemon } of started) {
        if (name === dead.name) continue;
        stall(milliseconds);
        await beat(daemon.context.store.cluster);
      }
    }
  };
  return { nodes, url, clock, start, outlive };
}

/** Sends a heartbeat now. */
export async function beat(cluster: Cluster): Promise<void> {
  if (!(cluster instanceof PostgresCluster)) throw new Error('not on PostgreSQL');
  await cluster.beat();
}

const NAMES = ['one', 'two', 'three', 'four', 'five'];
