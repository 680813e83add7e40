import { BoundedMap } from '../../platform/system/bounded-map.ts';
import { MINUTE, SECOND } from '../../platform/system/clock.ts';

/** Milliseconds of analysis per sender before its mail waits behind others. */
const BUDGET = 20 * SECOND;
/** Time in which a used budget recovers. */
const RECOVERY = 1 * MINUTE;
/** Senders in memory; forgetting one resets its budget. */
const SENDERS = 10_000;

interface Use {
  readonly milliseconds: number;
  /** Time of the last charge. */
  readonly at: number;
}

/** Analysis time per sender, with linear decay. */
export class SenderBudget {
  readonly #uses = new BoundedMap<Use>(SENDERS);

  charge(sender: string, milliseconds: number, now: number): void {
    this.#uses.set(sender, { milliseconds: this.#used(sender, now) + milliseconds, at: now });
  }

  isSpent(sender: string, now: number): boolean {
    return this.#used(sender, now) >= BUDGET;
  }

  #used(sender: string, now: number): number {
    const use = this.#uses.get(sender);
    if (!use) return 0;
    return Math.max(0, use.milliseconds - ((now - use.at) / RECOVERY) * BUDGET);
  }
}
