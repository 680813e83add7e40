import type { IntakeEntry } from '../../platform/store/ports.ts';
import { RoundRobin } from '../../platform/system/round-robin.ts';

/** One in LATE_TURN messages comes from a sender over budget, so that none waits forever. */
const LATE_TURN = 8;

/** Waiting messages. Mailboxes take turns, and senders over their budget wait behind others. */
export class InboundLine {
  readonly #ready = new RoundRobin<IntakeEntry>();
  readonly #late = new RoundRobin<IntakeEntry>();
  readonly #isOverBudget: (sender: string) => boolean;
  #taken = 0;

  constructor(isOverBudget: (sender: string) => boolean) {
    this.#isOverBudget = isOverBudget;
  }

  get size(): number {
    return this.#ready.size + this.#late.size;
  }

  push(message: IntakeEntry): void {
    this.#ready.push(message.mailboxId, message);
  }

  /** Takes the next message of at most `bytes`, or null. */
  take(bytes: number): IntakeEntry | null {
    this.#setLateAside();
    const isLateTurn = this.#ready.size === 0 || (this.#taken + 1) % LATE_TURN === 0;
    const line = isLateTurn && this.#late.size > 0 ? this.#late : this.#ready;
    const next = line.peek();
    if (!next || next.bytes > bytes) return null;
    this.#taken++;
    return line.take() ?? null;
  }

  /** Moves messages of senders over budget aside, up to the first one within budget. */
  #setLateAside(): void {
    for (let next = this.#ready.peek(); next?.sender; next = this.#ready.peek()) {
      if (!this.#isOverBudget(next.sender)) return;
      this.#ready.take();
      this.#late.push(next.mailboxId, next);
    }
  }
}
