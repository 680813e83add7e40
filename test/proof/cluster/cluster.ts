import { Seeded } from '../../mail/review/seeded.ts';
import { ClusterEnvironment } from './environment.ts';
import { FAULT_KINDS, type FaultKind } from './faults.ts';
import { type Goals, KIND_FOR, type Strike, Strikes } from './strikes.ts';
import { Takeovers } from './takeovers.ts';

export interface ClusterProof {
  readonly seed: number;
  /** Without a limit if missing. */
  readonly rounds?: number;
  /** Rounds of one cluster before its last check. */
  readonly roundsPerCluster?: number;
  /** Seconds without a heartbeat after which others take over: of one cluster after the other, in turn. */
  readonly terms: readonly [number, ...number[]];
  /** Faults to choose from; all without it. */
  readonly kinds?: readonly FaultKind[];
  /** With goals, only faults that help to reach them strike, until all are reached. */
  readonly goals?: Goals;
  /** Whether takeovers that take too long are violations, as on a machine that isn't busy with more. */
  readonly limitsTakeovers?: boolean;
  /** Milliseconds after which no further round begins. */
  readonly time?: number;
  readonly progress?: (text: string) => void;
}

export interface ClusterReport {
  readonly rounds: Readonly<Record<string, number>>;
  readonly strikes: Readonly<Record<Strike, number>>;
  readonly violations: readonly string[];
  readonly takeovers: Takeovers;
}

/** Seeds of rounds per seed of a cluster. */
const ROUND_SEEDS = 1_000;

/** Lets faults strike clusters under load. The seed of a cluster alone gives the faults of its rounds. */
export async function attackClusters(proof: ClusterProof): Promise<ClusterReport> {
  const attack = new Attack(proof);
  for (let number = 0; !attack.isOver; number++) await attack.cluster(number);
  return attack.report;
}

class Attack {
  readonly #proof: ClusterProof;
  readonly #rounds: Record<string, number> = {};
  readonly #strikes = new Strikes();
  readonly #violations: string[] = [];
  readonly #takeovers: Takeovers;
  readonly #began = performance.now();
  #count = 0;

  constructor(proof: ClusterProof) {
    this.#proof = proof;
    this.#takeovers = new Takeovers(proof.limitsTakeovers ?? true);
  }

  get isOver(): boolean {
    const { rounds = Number.POSITIVE_INFINITY, time = Number.POSITIVE_INFINITY, goals } = this.#proof;
    const isReached = goals !== undefined && this.#strikes.shortOf(goals).length === 0;
    return isReached || this.#count >= rounds || performance.now() - this.#began > time;
  }

  get report(): ClusterReport {
    return {
      rounds: this.#rounds,
      strikes: this.#strikes.counts,
      violations: this.#violations,
      takeovers: this.#takeovers,
    };
  }

  /** Lets rounds of faults strike one cluster, and checks it in the end. */
  async cluster(number: number): Promise<void> {
    const { seed, terms, roundsPerCluster = FAULT_KINDS.length } = this.#proof;
    const ownSeed = seed + number;
    const term = terms[number % terms.length] ?? terms[0];
    const [strikes, takeovers] = [this.#strikes, this.#takeovers];
    const cluster = await ClusterEnvironment.open({ random: new Seeded(ownSeed), term, takeovers, strikes });
    const before = this.#violations.length;
    let isWhole = false;
    try {
      const kinds = this.#kindsFor(ownSeed);
      for (let round = 1; round <= roundsPerCluster && !this.isOver; round++)
        await this.#round(cluster, { kind: kinds(round), seed: ownSeed, round });
      this.#note(`seed ${ownSeed}, in the end`, await cluster.finish());
      isWhole = this.#violations.length === before;
    } finally {
      if (!isWhole) this.#say(`the nodes logged to ${cluster.folder}`);
      await cluster.close({ keepFolder: !isWhole });
    }
    this.#say(`seed ${ownSeed}, terms of ${term} s, done, ${this.#sum()}, ${takeoverFigures(takeovers)}`);
  }

  async #round(cluster: ClusterEnvironment, { kind, seed, round }: Round): Promise<void> {
    const began = performance.now();
    const problems = await cluster.round(kind, new Seeded(seed * ROUND_SEEDS + round));
    this.#note(`seed ${seed}, round ${round}, ${kind}`, problems);
    this.#rounds[kind] = (this.#rounds[kind] ?? 0) + 1;
    this.#count += 1;
    this.#say(`${this.#count} rounds, ${kind}, ${seconds(performance.now() - began)}, ${this.#sum()}`);
  }

  /** All kinds in turn, in an order that follows from the seed; with goals, a kind for one that's missed. */
  #kindsFor(seed: number): (round: number) => FaultKind {
    const { kinds = FAULT_KINDS, goals } = this.#proof;
    const random = new Seeded(seed);
    if (goals) return () => KIND_FOR[random.pick(this.#strikes.shortOf(goals))];
    const order = shuffled(kinds, random);
    return (round) => order[(round - 1) % order.length] ?? 'kill';
  }

  #note(where: string, problems: readonly string[]): void {
    for (const problem of problems) {
      this.#violations.push(`${where}: ${problem}`);
      this.#say(`${where}: ${problem}`);
    }
  }

  #sum(): string {
    return `violations ${this.#violations.length}, ${this.#strikes}`;
  }

  #say(text: string): void {
    this.#proof.progress?.(text);
  }
}

interface Round {
  readonly kind: FaultKind;
  /** Of the cluster. */
  readonly seed: number;
  /** Number in the cluster, from 1. */
  readonly round: number;
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
