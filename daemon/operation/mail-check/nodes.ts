import { z } from 'zod';
import { type DaemonCheck, daemonCheck } from '../../../shared/contract/checks.ts';
import type { Context } from '../../context.ts';
import type { ClusterNode, NodeRequests } from '../../platform/store/cluster.ts';
import { skipped } from '../../platform/system/checks.ts';
import { SECOND } from '../../platform/system/clock.ts';

/** How long the checks of another node may take. The command waits for three minutes. */
export const PATIENCE = 120 * SECOND;

/** A request to run the checks of a node's mail setup. */
const question = z.object({ checks: z.literal('mail'), reach: z.string().nullable() });
const answer = z.array(daemonCheck);

/** Runs the checks of this node. */
type RunChecks = (reach: string | null) => Promise<DaemonCheck[]>;

/** Answers requests of other nodes until the returned function is called. */
export function answerOtherNodes({ log, store }: Context, look: RunChecks): () => void {
  const { cluster } = store;
  const { requests } = cluster;
  if (!requests) return () => undefined;
  const begun = new Set<string>();
  const reply = async (id: string, request: string) => {
    if (begun.has(id)) return;
    begun.add(id);
    const asked = question.safeParse(parsed(request));
    if (!asked.success) return;
    const checks = await look(asked.data.reach).catch((error: unknown) => {
      log.error({ err: error }, 'mail checks for another node failed');
      return [FAILED];
    });
    // If it fails, the next heartbeat finds the request again.
    await requests.answer(id, JSON.stringify(checks)).catch(() => begun.delete(id));
  };
  const replyToAll = async () => {
    const open = await requests.open();
    for (const id of begun) if (!open.some((request) => request.id === id)) begun.delete(id);
    await Promise.all(open.map(({ id, request }) => reply(id, request)));
  };
  return cluster.watch({
    // The next heartbeat tries again.
    requested: () => void replyToAll().catch(() => undefined),
  });
}

/** Asks all other nodes for their checks, each of which names its node. */
export async function askOtherNodes(
  { clock, store }: Context,
  requests: NodeRequests,
  reach: string | null,
): Promise<DaemonCheck[]> {
  const { cluster } = store;
  const others = (await cluster.nodes()).filter(({ run }) => run !== cluster.run);
  const runs = others.filter((node) => unasked(node) === null).map(({ run }) => run);
  const id = await requests.ask(JSON.stringify({ checks: 'mail', reach }), runs);
  try {
    const answers = await answersOf({ cluster, clock, requests }, { id, runs });
    return others.flatMap((node) => {
      const checks = checksOf(node, runs.includes(node.run) ? answers.get(node.run) : null);
      return checks.map((check) => ({ ...check, node: node.name }));
    });
  } finally {
    // Rows that are left are removed by the next request, or with this run.
    await requests.close(id).catch(() => undefined);
  }
}

type Answers = ReadonlyMap<string, string | null>;

/** Resolves when all have answered or ended, or when the time is over. */
function answersOf(
  {
    cluster,
    clock,
    requests,
  }: Pick<Context['store'], 'cluster'> & Pick<Context, 'clock'> & { requests: NodeRequests },
  { id, runs }: { readonly id: string; readonly runs: readonly string[] },
): Promise<Answers> {
  return new Promise((resolve) => {
    let latest: Answers = new Map(runs.map((run) => [run, null]));
    const finish = () => {
      unwatch();
      cancel();
      resolve(latest);
    };
    const look = async () => {
      latest = await requests.answers(id);
      if ([...latest.values()].every((text) => text !== null)) finish();
    };
    // A look that fails is repeated at the next heartbeat.
    const lookSoon = () => void look().catch(() => undefined);
    const unwatch = cluster.watch({ requested: lookSoon, nodesEnded: lookSoon });
    const cancel = clock.callAfter(PATIENCE, finish);
    lookSoon();
  });
}

/** Checks of a node from its answer: null without one, undefined if the node ended meanwhile. */
function checksOf(node: ClusterNode, text: string | null | undefined): readonly DaemonCheck[] {
  const known = answer.safeParse(parsed(text ?? ''));
  if (known.success) return known.data;
  if (text === undefined) return [silent(`it ended during the check; it ran at ${node.place}`)];
  const late = silent(`no answer within ${PATIENCE / SECOND} s`);
  const remedy = `${late.remedy}; one of an earlier version has to be upgraded first`;
  return [unasked(node) ?? { ...late, remedy }];
}

/** Null if a node is asked, else what is known of it. */
function unasked({ isAlive, isDraining, place }: ClusterNode): DaemonCheck | null {
  if (!isAlive) return silent(`it hasn't been seen for a while, and runs at ${place}`);
  return isDraining ? { ...NODE, ...skipped('it is draining, and accepts no mail'), remedy: null } : null;
}

const NODE = { id: 'mail_node', title: 'Node' } as const;

function silent(message: string): DaemonCheck {
  return {
    ...NODE,
    severity: 'error',
    message,
    remedy: 'look at its machine and its log, and start it again',
  };
}

const FAILED: DaemonCheck = {
  ...NODE,
  severity: 'error',
  message: 'its checks failed',
  remedy: 'look at the log of this node',
};

/** Undefined for text that isn't JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
