import { setTimeout as delay } from 'node:timers/promises';
import { SECOND } from '../../../daemon/platform/system/clock.ts';
import type { Records } from '../world/records.ts';

/** Milliseconds between two looks. */
const PAUSE = 50;
/** Milliseconds until others have the work of a node; after a kill, beyond its term. */
const GOALS = { kill: 5 * SECOND, stop: 2 * SECOND, drain: 2 * SECOND };
/** Milliseconds beyond the goal after which the work counts as lost. */
const PATIENCE = 60 * SECOND;

/** Tables whose rows in progress name a node. */
const TABLES = ['messages', 'attachments', 'staged_attachments'];

/** A SIGKILL, a SIGTERM, or a drain, after which the node goes on without work. */
export type EndKind = keyof typeof GOALS;

/** An end of a node whose work others have to take over. */
export interface EndedNode {
  readonly name: string;
  readonly kind: EndKind;
  /** Milliseconds without a heartbeat after which others take over. */
  readonly term: number;
}

/** Measures how long the work of nodes waits for others after their end. */
export class Takeovers {
  /** Milliseconds. */
  readonly times: Record<EndKind, number[]> = { kill: [], stop: [], drain: [] };
  readonly #isLimited: boolean;
  readonly #late: string[] = [];

  /** Unless they are limited, takeovers may take longer than their goals. */
  constructor(isLimited: boolean) {
    this.#isLimited = isLimited;
  }

  /**
   * Resolves when the node has no lease, no row names it as a worker, and it isn't listed unless it goes on.
   * Call it when the node is killed, or told to end.
   */
  async wait(records: Records, { name, kind, term }: EndedNode): Promise<void> {
    const goal = GOALS[kind] + (kind === 'kill' ? term : 0);
    const began = performance.now();
    const queries = [
      kind === 'drain'
        ? `select 'lease ' || leases.name as what from nodes join leases using (run) where nodes.name = '${name}'`
        : `select 'node' as what from nodes where name = '${name}'`,
      ...TABLES.map((table) => `select '${table}' as what from ${table} where worker = '${name}'`),
    ];
    for (;;) {
      const time = Math.round(performance.now() - began);
      const rows = await records.all<{ what: string }>(queries.join(' union all '));
      if (rows.length === 0) {
        this.times[kind].push(time);
        if (this.#isLimited && time > goal)
          this.#late.push(`${name} was taken over ${time} ms after its ${kind}`);
        return;
      }
      if (time > goal + PATIENCE) {
        const left = rows.map(({ what }) => what).join(', ');
        throw new Error(`${name} is still named ${time} ms after its ${kind}: ${left}`);
      }
      await delay(PAUSE);
    }
  }

  /** Takeovers since the last call that took longer than their goal. */
  takeLate(): string[] {
    return this.#late.splice(0);
  }
}
