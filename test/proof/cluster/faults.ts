import { setTimeout as delay } from 'node:timers/promises';
import type { Seeded } from '../../review/seeded.ts';
import type { LinkState } from '../../support/faulty-link.ts';
import type { KillableServer } from '../crash/engine.ts';
import type { ProofNode } from './node.ts';
import type { EndKind } from './takeovers.ts';

/** The parts of a cluster that a fault strikes. */
export interface Struck {
  readonly nodes: readonly ProofNode[];
  /** Null if it isn't ours to stop. */
  readonly server: KillableServer | null;
  /** Milliseconds without a heartbeat after which others take over. */
  readonly term: number;
  /** Resolves when nothing names a run of a node that just ended, or begins to end. */
  handedOver(node: ProofNode, kind: EndKind): Promise<void>;
}

/** A way in which machines, networks or people fail a cluster. It ends when the trouble is over. */
type Fault = (struck: Struck, random: Seeded) => Promise<void>;

/** A duration of up to `terms` terms, milliseconds. */
function upTo(terms: number, { term }: Struck, random: Seeded): number {
  return 100 + random.below(Math.round(terms * term));
}

/** A node is killed, and starts again at once or after others took over its work. */
const kill: Fault = async (struck, random) => {
  const node = random.pick(struck.nodes);
  await node.kill();
  if (random.below(3) > 0) await struck.handedOver(node, 'kill');
  await node.start();
};

/** All nodes but one are killed. */
const killMost: Fault = async (struck, random) => {
  const survivor = random.pick(struck.nodes);
  const killed = struck.nodes.filter((node) => node !== survivor);
  await Promise.all(killed.map((node) => node.kill()));
  await Promise.all(killed.map((node) => struck.handedOver(node, 'kill')));
  await Promise.all(killed.map((node) => node.start()));
};

/** A node stops in the middle, and goes on after a while, perhaps after others took over its work. */
const stall: Fault = async (struck, random) => {
  const node = random.pick(struck.nodes);
  node.stall();
  await delay(upTo(2, struck, random));
  node.resume();
};

/** PostgreSQL stops without a shutdown, and comes back. */
const database: Fault = async (struck, random) => {
  if (!struck.server) return;
  for (const node of struck.nodes) node.mayBeReplaced();
  await struck.server.kill();
  await delay(upTo(1.5, struck, random));
  await struck.server.start();
};

function link(state: LinkState, terms: number): Fault {
  return async (struck, random) => {
    const node = random.pick(struck.nodes);
    node.mayBeReplaced();
    node.link.state = state;
    await delay(upTo(terms, struck, random));
    node.link.state = 'open';
  };
}

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
    if (random.below(2) === 0) await Promise.all([node.drain(), struck.handedOver(node, 'drain')]);
    else await Promise.all([node.stop(), struck.handedOver(node, 'stop')]);
  } finally {
    await node.stop();
    await node.start();
  }
}

export const FAULTS = {
  kill,
  'kill most': killMost,
  stall,
  database,
  'cut link': link('cut', 2),
  'silent link': link('silent', 2),
  'deaf link': link('deaf', 2),
  'mute link': link('mute', 2),
  'slow link': link('slow', 1),
  drain,
  rolling,
} satisfies Readonly<Record<string, Fault>>;

export type FaultKind = keyof typeof FAULTS;
export const FAULT_KINDS = Object.keys(FAULTS) as FaultKind[];
