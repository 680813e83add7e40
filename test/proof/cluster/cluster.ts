import { Seeded } from '../../review/seeded.ts';
import { ClusterEnvironment } from './environment.ts';
import { FAULT_KINDS, type FaultKind } from './faults.ts';
import { Takeovers } from './takeovers.ts';

export interface ClusterProof {
  readonly seed: number;
  readonly rounds: number;
  /** Seconds without a heartbeat after which others take over: of one cluster after the other, in turn. */
  readonly terms: readonly [number, ...number[]];
  /** Faults to choose from; all without it. */
  readonly kinds?: readonly FaultKind[];
  /** Whether takeovers that take too long are violations, as on a machine that isn't busy with more. */
  readonly limitsTakeovers?: boolean;
  /** Milliseconds after which no further round begins. */
  readonly time?: number;
  readonly progress?: (text: string) => void;
}

export interface ClusterReport {
  readonly rounds: Readonly<Record<string, number>>;
  readonly violations: readonly string[];
  readonly takeovers: Takeovers;
}

/** Rounds of one cluster before its last check. */
const ROUNDS_PER_CLUSTER = 11;

/**
 * Lets faults strike clusters under load. The faults of a cluster are all kinds in an order of its own, and
 * its seed alone reproduces them.
 */
export async function attackClusters({
  seed,
  rounds,
  terms,
  kinds = FAULT_KINDS,
  limitsTakeovers = true,
  time = Number.POSITIVE_INFINITY,
  progress = () => undefined,
}: ClusterProof): Promise<ClusterReport> {
  const done: Record<string, number> = {};
  const violations: string[] = [];
  const takeovers = new Takeovers(limitsTakeovers);
  const began = performance.now();
  const isOver = (count: number) => count >= rounds || performance.now() - began > time;
  for (let count = 0, number = 0; !isOver(count); number++) {
    const ownSeed = seed + number;
    const random = new Seeded(ownSeed);
    const term = terms[number % terms.length] ?? terms[0];
    const cluster = await ClusterEnvironment.open({ random, term, takeovers });
    let isWhole = false;
    const before = violations.length;
    const note = (where: string, problems: readonly string[]) => {
      violations.push(...problems.map((problem) => `seed ${ownSeed}, ${where}: ${problem}`));
      for (const problem of problems) progress(`seed ${ownSeed}, ${where}: ${problem}`);
    };
    try {
      const order = shuffled(kinds, random);
      for (let round = 0; round < ROUNDS_PER_CLUSTER && !isOver(count); round++, count++) {
        const kind = order[round % order.length] ?? 'kill';
        const start = performance.now();
        note(`round ${round + 1}, ${kind}`, await cluster.round(kind));
        done[kind] = (done[kind] ?? 0) + 1;
        progress(
          `${count + 1} rounds, ${kind}, ${seconds(performance.now() - start)}, violations ${violations.length}`,
        );
      }
      note('in the end', await cluster.finish());
      isWhole = violations.length === before;
    } finally {
      if (!isWhole) progress(`the nodes logged to ${cluster.folder}`);
      await cluster.close({ keepFolder: !isWhole });
    }
    progress(
      `seed ${ownSeed}, terms of ${term} s, done, violations ${violations.length}, ${takeoverFigures(takeovers)}`,
    );
  }
  return { rounds: done, violations, takeovers };
}

export function takeoverFigures({ times }: Takeovers): string {
  const figures = Object.entries(times).map(([kind, values]) => {
    const longest = Math.max(0, ...values);
    return `${kind} ${values.length} times, longest ${seconds(longest)}`;
  });
  return `taken over after ${figures.join('; ')}`;
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

function shuffled<T>(values: readonly T[], random: Seeded): T[] {
  const left = [...values];
  const order: T[] = [];
  while (left.length > 0) order.push(...left.splice(random.below(left.length), 1));
  return order;
}
