/** Time as the service sees it, in milliseconds since 1970 UTC. */
export interface Clock {
  now(): number;
  /** Calls back once the clock reaches `at`; the returned function cancels. */
  callAt(at: number, callback: () => void): () => void;
  readonly settable: boolean;
}

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Longest delay that a timer of the platform takes without firing at once. */
const LONGEST_DELAY = 2 ** 31 - 1;

interface Alarm {
  readonly at: number;
  readonly callback: () => void;
  timer?: NodeJS.Timeout;
}

/**
 * The real clock, plus an offset that only a test clock lets anybody move. Time goes on by itself in both, so
 * that waiting for something ends; `frozenAt` stops it, for tests that count milliseconds.
 */
export class SystemClock implements Clock {
  readonly settable: boolean;
  readonly #frozenAt: number | null;
  readonly #alarms = new Set<Alarm>();
  #offset = 0;

  constructor(options: { settable?: boolean; frozenAt?: number } = {}) {
    this.settable = options.settable ?? false;
    this.#frozenAt = options.frozenAt ?? null;
  }

  /** Milliseconds that this clock was moved. */
  get offset(): number {
    return this.#offset;
  }

  now(): number {
    return (this.#frozenAt ?? Date.now()) + this.#offset;
  }

  callAt(at: number, callback: () => void): () => void {
    const alarm: Alarm = { at, callback };
    this.#alarms.add(alarm);
    this.#arm(alarm);
    return () => {
      clearTimeout(alarm.timer);
      this.#alarms.delete(alarm);
    };
  }

  /** Moves a settable clock forward to `time` and rings what becomes due on the way, in order. */
  moveTo(time: number): void {
    if (!this.settable) throw new Error('this clock cannot be moved');
    for (let alarm = this.#earliest(); alarm && alarm.at <= time; alarm = this.#earliest()) {
      this.#offset += Math.max(0, alarm.at - this.now());
      this.#ring(alarm);
    }
    this.#offset += Math.max(0, time - this.now());
    for (const alarm of this.#alarms) this.#arm(alarm);
  }

  #earliest(): Alarm | undefined {
    let earliest: Alarm | undefined;
    for (const alarm of this.#alarms) if (!earliest || alarm.at < earliest.at) earliest = alarm;
    return earliest;
  }

  #ring(alarm: Alarm): void {
    clearTimeout(alarm.timer);
    if (this.#alarms.delete(alarm)) alarm.callback();
  }

  #arm(alarm: Alarm): void {
    if (this.#frozenAt !== null) return;
    clearTimeout(alarm.timer);
    const delay = Math.min(Math.max(0, alarm.at - this.now()), LONGEST_DELAY);
    alarm.timer = setTimeout(() => (alarm.at <= this.now() ? this.#ring(alarm) : this.#arm(alarm)), delay);
  }
}
