/** A burst is MESSAGES messages within WITHIN milliseconds. */
const MESSAGES = 16;
const WITHIN = 100;
/** Milliseconds of silence that end a burst. */
const CALM = 100;

/** Detects bursts of arriving mail. */
export class BurstWatch {
  /** Times of the newest arrivals, a ring. */
  readonly #times: number[] = [];
  #count = 0;

  note(now: number): void {
    this.#times[this.#count++ % MESSAGES] = now;
  }

  /** End of the current burst; in the past without one. */
  endsAt(): number {
    const first = this.#times[this.#count % MESSAGES];
    const last = this.#times[(this.#count - 1) % MESSAGES];
    if (first === undefined || last === undefined || last - first > WITHIN) return Number.NEGATIVE_INFINITY;
    return last + CALM;
  }
}
