import { setTimeout as delay } from 'node:timers/promises';
import { SECOND } from '../../../daemon/platform/system/clock.ts';
import type { Seeded } from '../../mail/review/seeded.ts';
import type { LinkState } from '../../support/faulty-link.ts';
import type { KillableServer } from '../crash/engine.ts';
import type { ProofNode } from './node.ts';
import type { Strike, Strikes } from './strikes.ts';
import type { EndKind } from './takeovers.ts';

/** The parts of a cluster that a fault strikes. */
export interface Struck {
  readonly nodes: readonly ProofNode[];
  /** Null if it isn't ours to stop. */
  readonly server: KillableServer | null;
  /** Milliseconds without a heartbeat after which others take over. */
  readonly term: number;
  readonly strikes: Strikes;
  /** Resolves when nothing names a run of a node that just ended, or begins to end. */
  handedOver(node: ProofNode, kind: EndKind): Promise<void>;
}

/** A way in which machines, networks or people fail a cluster. It ends when the trouble is over. */
type Fault = (struck: Struck, random: Seeded) => Promise<void>;

/** A duration of up to `terms` terms, milliseconds. */
function upTo(terms: number, { term }: Struck, random: Seeded): number {
  return 100 + random.below(Math.round(terms * term));
}

async function killNode(node: ProofNode, { strikes }: Struck): Promise<void> {
  await node.kill();
  strikes.add('kills');
}

/** A node is killed, and starts again at once or after others took over its work. */
const kill: Fault = async (struck, random) => {
  const node = random.pick(struck.nodes);
  await killNode(node, struck);
  if (random.below(3) > 0) await struck.handedOver(node, 'kill');
  await node.start();
};

/** All nodes but one are killed. */
const killMost: Fault = async (struck, random) => {
  const survivor = random.pick(struck.nodes);
  const killed = struck.nodes.filter((node) => node !== survivor);
  await Promise.all(killed.map((node) => killNode(node, struck)));
  await Promise.all(killed.map((node) => struck.handedOver(node, 'kill')));
  await Promise.all(killed.map((node) => node.start()));
};

/** Milliseconds between the start of a node and its kill, in a crash loop. */
const LIFE = 1_200;

/**
 * All nodes or all but one are killed 6 to 10 times in all, and start again at once. A third of the kills
 * come after a time since the start of the process, ready or not, the others after a time of work.
 */
const crashLoop: Fault = async (struck, random) => {
  const spared = random.below(2) === 0 ? random.pick(struck.nodes) : null;
  const nodes = struck.nodes.filter((node) => node !== spared);
  const kills = Array.from({ length: 6 + random.below(5) }, () => ({
    waitsForReady: random.below(3) > 0,
    life: random.below(LIFE),
  }));
  const loops = nodes.map(async (node, index) => {
    for (const { waitsForReady, life } of kills.filter((_, at) => at % nodes.length === index)) {
      if (waitsForReady || node.program) {
        await node.start();
        await delay(life);
        await killNode(node, struck);
      } else {
        await node.startInVain(life);
        struck.strikes.add('kills');
      }
    }
    await node.start();
  });
  for (const end of await Promise.allSettled(loops)) if (end.status === 'rejected') throw end.reason;
};

/** A node stops in the middle, and goes on after a while, perhaps after others took over its work. */
const stall: Fault = async (struck, random) => {
  const node = random.pick(struck.nodes);
  node.stall();
  struck.strikes.add('SIGSTOPs');
  await delay(upTo(2, struck, random));
  node.resume();
};

/** A time of work between two faults of one kind in a round, milliseconds. */
function pause(random: Seeded): Promise<void> {
  return delay(500 + random.below(1_500));
}

/**
 * PostgreSQL stops without a shutdown three to seven times, mostly shortly and rarely for long, and comes
 * back.
 */
const database: Fault = async (struck, random) => {
  if (random.below(10) === 0) return longOutage(struck, random);
  const longest = random.below(3) === 0 ? [1.5] : [];
  const outages = [...Array.from({ length: 3 + random.below(4) }, () => 0.3), ...longest];
  for (const terms of outages) {
    await stopServer(struck, upTo(terms, struck, random));
    await pause(random);
  }
};

/** PostgreSQL stays away for longer than a node tries to find out whether its last commit happened. */
const longOutage: Fault = (struck, random) => stopServer(struck, 12 * SECOND + random.below(8 * SECOND));

async function stopServer({ server, nodes, strikes }: Struck, milliseconds: number): Promise<void> {
  if (!server) return;
  for (const node of nodes) node.mayBeReplaced();
  await server.kill();
  strikes.add('stops');
  await delay(milliseconds);
  await server.start();
}

interface LinkFault {
  readonly state: LinkState;
  readonly strike: Strike;
  /** Longest duration. */
  readonly terms: number;
}

function link({ state, strike, terms }: LinkFault): Fault {
  return async (struck, random) => {
    const node = random.pick(struck.nodes);
    // One that others replaced has ended.
    await node.start();
    node.mayBeReplaced();
    node.link.state = state;
    struck.strikes.add(strike);
    await delay(upTo(terms, struck, random));
    node.link.state = 'open';
  };
}

/** Two to five links are cut, one after the other, the first one for up to two terms. */
const cutLinks: Fault = async (struck, random) => {
  const others = Array.from({ length: 1 + random.below(4) }, () => 0.3);
  for (const terms of [2, ...others]) {
    await link({ state: 'cut', strike: 'cuts', terms })(struck, random);
    await pause(random);
  }
};

/** A node is stopped as for maintenance, hands its work over, and starts again. */
const drain: Fault = async (struck, random) => {
  await restart(struck, random.pick(struck.nodes), random);
};

/** All nodes are restarted, one after the other, as for an upgrade. */
const rolling: Fault = async (struck, random) => {
  for (const node of struck.nodes) await restart(struck, node, random);
};

/** Half of the nodes are drained before they get a SIGTERM. */
async function restart(struck: Struck, node: ProofNode, random: Seeded): Promise<void> {
  try {
    if (random.below(2) === 0) {
      struck.strikes.add('drains');
      await Promise.all([node.drain(), struck.handedOver(node, 'drain')]);
    } else await Promise.all([node.stop(), struck.handedOver(node, 'stop')]);
  } finally {
    struck.strikes.add('SIGTERMs');
    await node.stop();
    await node.start();
  }
}

export const FAULTS = {
  kill,
  'kill most': killMost,
  'crash loop': crashLoop,
  stall,
  database,
  'long outage': longOutage,
  'cut link': cutLinks,
  'silent link': link({ state: 'silent', strike: 'silent links', terms: 2 }),
  'deaf link': link({ state: 'deaf', strike: 'deaf links', terms: 2 }),
  'mute link': link({ state: 'mute', strike: 'mute links', terms: 2 }),
  'slow link': link({ state: 'slow', strike: 'slow links', terms: 1 }),
  drain,
  rolling,
} satisfies Readonly<Record<string, Fault>>;

export type FaultKind = keyof typeof FAULTS;
export const FAULT_KINDS = Object.keys(FAULTS) as FaultKind[];
