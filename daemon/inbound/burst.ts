/** So many messages within so many milliseconds are a burst, */
const MESSAGES = 16;
const WITHIN = 100;
/** and so long after the last of them it is over. */
const CALM = 100;

/** Watches how fast messages come in. */
export class BurstWatch {
  /** Times of the newest arrivals, a ring. */
  readonly #times: number[] = [];
  #count = 0;

  note(now: number): void {
    this.#times[this.#count++ % MESSAGES] = now;
  }

  /** When the burst ends unless more arrives; in the past when there is none. */
  endsAt(): number {
    const first = this.#times[this.#count % MESSAGES];
    const last = this.#times[(this.#count - 1) % MESSAGES];
    if (first === undefined || last === undefined || last - first > WITHIN) return Number.NEGATIVE_INFINITY;
    return last + CALM;
  }
}
