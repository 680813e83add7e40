import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SECRET_FILE } from '../../daemon/platform/system/secrets.ts';
import * as api from '../support/api.ts';
import type { PostgresServer } from '../support/postgres.ts';
import { processorTime } from './cost.ts';
import { type RunningDaemon, startDaemon } from './processes.ts';
import { type Figure, median } from './report.ts';
import { runSmtpLoad, textMessage } from './smtp-load.ts';

const NODES = 3;
/** Of each node, so that three carry three times the load of one, as three machines would. */
const SESSIONS = 32;
const MESSAGES = 320;
const TEXT_BYTES = 2000;

/** Nodes of one database, with an address for each session. */
interface Service {
  readonly nodes: readonly RunningDaemon[];
  readonly addresses: readonly string[];
}

/** Milliseconds of processor time for a message that was accepted and read. */
interface Cost {
  readonly nodes: number;
  readonly server: number;
}

/** Processor time of all processes for a message: three nodes, against one. */
export async function benchNodes(server: PostgresServer, rounds: number): Promise<Figure> {
  const home = mkdtempSync(join(tmpdir(), 'agentmail-bench-'));
  const services: Service[] = [];
  const started: RunningDaemon[] = [];
  try {
    for (const size of [NODES, 1]) {
      const place = { folder: join(home, `${size}`), url: await server.createDatabase(`nodes${size}`) };
      services.push(await startService(place, size, started));
    }
    const [many, one] = services as [Service, Service];
    for (const service of [many, one, many, one]) await costOfMail(service, server);
    const pairs: { many: Cost; one: Cost }[] = [];
    for (let round = 0; round < rounds; round++)
      pairs.push({ many: await costOfMail(many, server), one: await costOfMail(one, server) });
    return figureOf(pairs);
  } finally {
    await Promise.all(started.map((daemon) => daemon.stop()));
    rmSync(home, { recursive: true, force: true });
  }
}

async function startService(
  { folder, url }: { readonly folder: string; readonly url: string },
  size: number,
  started: RunningDaemon[],
): Promise<Service> {
  const nodes: RunningDaemon[] = [];
  for (let index = 0; index < size; index++) {
    const home = join(folder, `${index}`);
    mkdirSync(home, { recursive: true, mode: 0o700 });
    if (nodes[0]) copyFileSync(join(nodes[0].home, SECRET_FILE), join(home, SECRET_FILE));
    const daemon = await startDaemon({
      home,
      env: { AGENTMAIL_STORE: url, AGENTMAIL_NODE: `node-${index}` },
    });
    nodes.push(daemon);
    started.push(daemon);
  }
  const [first] = nodes as [RunningDaemon];
  const addresses: string[] = [];
  for (let session = 0; session < SESSIONS * size; session++) {
    const email = `bench${session}@example.com`;
    const { api_key } = await first.must(first.operatorToken, api.operatorCreateAccount, { email });
    const { address } = await first.must(api_key, api.createMailbox, { name: `box${session}` });
    addresses.push(address);
  }
  return { nodes, addresses };
}

/** Sends mail to all nodes at once, and waits until it's read. */
async function costOfMail({ nodes, addresses }: Service, server: PostgresServer): Promise<Cost> {
  const now = () => ({
    nodes: nodes.reduce((sum, { child }) => sum + processorTime(child.pid), 0),
    server: serverTime(server),
  });
  const before = now();
  await Promise.all(
    nodes.map(({ ready }, node) =>
      runSmtpLoad({
        port: Number(ready.smtp?.split(':')[1]),
        sessions: SESSIONS,
        messages: MESSAGES,
        message: (number) => textMessage(TEXT_BYTES, number),
        recipient: (session) => addresses[node * SESSIONS + session] ?? '',
      }),
    ),
  );
  await Promise.all(nodes.map((node) => node.must(node.operatorToken, api.drain, { timeout_seconds: 600 })));
  const after = now();
  const messages = MESSAGES * nodes.length;
  return {
    nodes: (after.nodes - before.nodes) / messages,
    server: (after.server - before.server) / messages,
  };
}

/** Milliseconds of processor time of a server: its first process, those that ended, and those that run. */
function serverTime({ folder }: PostgresServer): number {
  const [first = ''] = readFileSync(join(folder, 'data/postmaster.pid'), 'utf8').split('\n');
  const running = readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && parentOf(pid) === first);
  return running.reduce((sum, pid) => sum + processorTime(pid), processorTime(first, { withEnded: true }));
}

function parentOf(pid: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1];
  } catch {
    return undefined; // It ended since the folder was read.
  }
}

function figureOf(pairs: readonly { readonly many: Cost; readonly one: Cost }[]): Figure {
  const total = ({ nodes, server }: Cost) => nodes + server;
  const shown = (of: 'many' | 'one') => {
    const costs = pairs.map((pair) => pair[of]);
    const [nodes, server] = [
      median(costs.map((cost) => cost.nodes)),
      median(costs.map((cost) => cost.server)),
    ];
    return `${nodes.toFixed(2)} ms in Node, ${server.toFixed(2)} ms in PostgreSQL`;
  };
  return {
    name: `processor time of a message, ${NODES} nodes, of one`,
    value: median(pairs.map(({ many, one }) => total(many) / total(one))),
    unit: 'x',
    goal: { atMost: 1.15 },
    detail: `${shown('many')}; one node ${shown('one')}`,
  };
}
