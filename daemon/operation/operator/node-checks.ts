import type { DaemonCheck } from '../../../shared/contract/checks.ts';
import type { Cluster, ClusterNode } from '../../platform/store/cluster.ts';
import type { SignalReception } from '../../platform/store/signals.ts';
import type { Store } from '../../platform/store/store.ts';
import { type Check, type CheckFinding, ok, runChecks } from '../../platform/system/checks.ts';
import { SECOND } from '../../platform/system/clock.ts';

/** Facts about the nodes of a database. */
interface NodeFacts {
  readonly nodes: readonly ClusterNode[];
  readonly cluster: Pick<Cluster, 'node' | 'isTrusted'>;
  readonly reception: SignalReception;
}

const NODE_CHECKS: readonly Check<NodeFacts>[] = [
  { id: 'nodes', title: 'Nodes', look: checkNodes },
  { id: 'node_versions', title: 'Versions of nodes', look: checkVersions },
  { id: 'node_signals', title: 'Signals between nodes', look: checkSignals },
];

/** Checks the daemons of a database. */
export async function checkNodesOf({
  cluster,
  reception,
}: Pick<Store, 'cluster' | 'reception'>): Promise<DaemonCheck[]> {
  return runChecks(NODE_CHECKS, { nodes: await cluster.nodes(), cluster, reception });
}

function checkNodes({ nodes, cluster }: NodeFacts): CheckFinding {
  if (!cluster.isTrusted) {
    return {
      severity: 'error',
      message: `${cluster.node} does no work, because its heartbeats don't reach the database in time`,
      remedy: 'check the network and the load of the database',
    };
  }
  const lost = nodes.find(({ isAlive }) => !isAlive);
  if (lost) {
    // By the database's clock, of which the latest heartbeat is the newest reading.
    const now = Math.max(...nodes.map(({ seenAt }) => seenAt));
    const seconds = Math.round((now - lost.seenAt) / SECOND);
    return {
      severity: 'warning',
      message: `${lost.name} (${lost.place}) was last seen ${seconds} s ago; others take over its work`,
      remedy: 'look at its machine, and start it again',
    };
  }
  const names = nodes.map(({ name, isDraining }) => (isDraining ? `${name} (draining)` : name));
  return ok(`${nodes.length}: ${names.join(', ')}`);
}

function checkVersions({ nodes }: NodeFacts): CheckFinding {
  const [version = 'none', ...others] = new Set(nodes.map((node) => node.version));
  if (others.length === 0) return ok(version);
  return {
    severity: 'warning',
    message: nodes.map((node) => `${node.name} has ${node.version}`).join(', '),
    remedy: 'finish the upgrade',
  };
}

function checkSignals({ reception }: NodeFacts): CheckFinding {
  const { mode, echoMilliseconds: echo } = reception;
  if (mode === 'polls') {
    return {
      severity: 'warning',
      message: 'signals to this node itself get lost, so it looks for changes twice a second',
      remedy:
        'connect to PostgreSQL directly; a pooler that gives connections to transactions is not supported, ' +
        'because commits may not be durable behind it',
    };
  }
  return ok(echo === null ? 'no echo yet' : `an echo takes ${echo.toFixed(1)} ms`);
}
