import { BoundedMap } from '../access/bounded-map.ts';
import { MINUTE, SECOND } from '../system/clock.ts';

/** Milliseconds of analysis that one sender may use before its mail waits behind that of others. */
const BUDGET = 20 * SECOND;
/** A used budget is whole again after this time. */
const RECOVERY = 1 * MINUTE;
/** Senders that are remembered; forgetting one gives it a new budget. */
const SENDERS = 10_000;

interface Use {
  readonly milliseconds: number;
  /** When it was counted. */
  readonly at: number;
}

/** Adds up how long the mail of each sender kept the analysis threads busy. Use decays steadily. */
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
