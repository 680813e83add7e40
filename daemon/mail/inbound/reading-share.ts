import { SECOND } from '../../platform/system/clock.ts';

/** A burst is MESSAGES messages within WITHIN milliseconds. */
const MESSAGES = 16;
const WITHIN = 100;
/** Milliseconds of silence that end a burst. */
const CALM = 100;
/** Load of the event loop from which accepting and reading slow each other. */
const SATURATED = 0.9;
/** Pause after a batch, in its durations: reading keeps a tenth of the time. */
const PAUSE = 9;
const LONGEST_PAUSE = 1 * SECOND;

/**
 * Divides a saturated event loop between accepting mail and reading it. During a burst, reading pauses after
 * each batch: peers wait for replies, and accepted mail is durable. It never stops, so mail to a calm mailbox
 * waits for a batch, not for the end of a flood to another.
 */
export class ReadingShare {
  /** Times of the newest arrivals, a ring. */
  readonly #times: number[] = [];
  readonly #load: () => number;
  #count = 0;
  #pausedUntil = Number.NEGATIVE_INFINITY;

  /** `load` is the busy share of the event loop in the recent past, from 0 to 1. */
  constructor(load: () => number) {
    this.#load = load;
  }

  arrived(now: number): void {
    this.#times[this.#count++ % MESSAGES] = now;
  }

  /** Notes a batch that took some milliseconds. */
  batchEnded(now: number, duration: number): void {
    const isPaused = this.#burstEndsAt() > now && this.#load() >= SATURATED;
    if (isPaused) this.#pausedUntil = now + Math.min(PAUSE * duration, LONGEST_PAUSE);
  }

  /** Time at which the next batch may start; in the past if now. */
  pausedUntil(): number {
    return Math.min(this.#pausedUntil, this.#burstEndsAt());
  }

  #burstEndsAt(): number {
    const first = this.#times[this.#count % MESSAGES];
    const last = this.#times[(this.#count - 1) % MESSAGES];
    if (first === undefined || last === undefined || last - first > WITHIN) return Number.NEGATIVE_INFINITY;
    return last + CALM;
  }
}
