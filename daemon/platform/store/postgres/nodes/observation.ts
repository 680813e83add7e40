import { BEAT } from './timing.ts';

/** Another node, as the answer to a heartbeat has it. */
export interface OtherNode {
  readonly name: string;
  /** The server's time of its latest heartbeat, in the words of the server. */
  readonly seenAt: string;
  /** Milliseconds since then, by the server's clock. */
  readonly age: number;
  /** Milliseconds. */
  readonly term: number;
}

interface Observed {
  /** Null until its next heartbeat, or its next absence, is found. */
  readonly seenAt: string | null;
  /** Since when it has had no other heartbeat, and when its term ends, on the monotonic clock. */
  readonly since: number;
  readonly end: number;
}

const UNKNOWN: Observed = { seenAt: null, since: 0, end: Number.POSITIVE_INFINITY };

/**
 * The other nodes, as this one's heartbeats find them. A term ends when no new heartbeat was found for its
 * length, by this node's monotonic clock: the server's may be set, and a standby has another.
 */
export class Observation {
  #nodes: ReadonlyMap<string, Observed> = new Map();

  /** Notes the nodes that a heartbeat found, and returns the names of those that are gone. */
  update(others: readonly OtherNode[], now: number): string[] {
    const earlier = this.#nodes;
    this.#nodes = new Map(
      others.map((node) => {
        const since = beginningOf(node, earlier.get(node.name) ?? UNKNOWN, now);
        return [node.name, { seenAt: node.seenAt, since, end: since + node.term }];
      }),
    );
    return [...earlier.keys()].filter((name) => !this.#nodes.has(name));
  }

  /** Restarts all terms with the next update: others may have been unable to send heartbeats too. */
  restart(): void {
    this.#nodes = new Map([...this.#nodes.keys()].map((name) => [name, UNKNOWN]));
  }

  /** Makes the next update report a node that ended, which may have come after the last one. */
  noteEnded(name: string): void {
    this.#nodes = new Map([[name, UNKNOWN], ...this.#nodes]);
  }

  /** Removes nodes that this one has ended. */
  forget(names: readonly string[]): void {
    this.#nodes = new Map([...this.#nodes].filter(([name]) => !names.includes(name)));
  }

  /** When the first term ends, on the monotonic clock. */
  get firstEnd(): number {
    return Math.min(...[...this.#nodes.values()].map(({ end }) => end));
  }

  /** The nodes whose terms are over, with their last heartbeats. */
  overdue(now: number): Pick<OtherNode, 'name' | 'seenAt'>[] {
    return [...this.#nodes].flatMap(([name, { seenAt, end }]) =>
      seenAt !== null && end <= now ? [{ name, seenAt }] : [],
    );
  }
}

/** When a node's term began. The server's clock may make it earlier by the pause between two heartbeats. */
function beginningOf({ seenAt, age, term }: OtherNode, known: Observed, now: number): number {
  if (known.seenAt === null) return now;
  return known.seenAt === seenAt ? known.since : now - Math.min(Math.max(0, age), term * BEAT);
}
