/** The service's time, in milliseconds. */
export interface Clock {
  /** Time of day since 1970 UTC. It can be set, and advances while the machine sleeps. */
  now(): number;
  /** Monotonic time for measuring: it can't be set, and may stop while the machine sleeps. */
  elapsed(): number;
  /** Calls back at `at`, and soon after the time of day was set past it. The returned function cancels. */
  callAt(at: number, callback: () => void): () => void;
  /** Calls back after a duration, even if the time of day is set meanwhile. The returned function cancels. */
  callAfter(milliseconds: number, callback: () => void): () => void;
  readonly settable: boolean;
}

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Longest delay of a Node timer; longer ones fire at once. */
const LONGEST_DELAY = 2 ** 31 - 1;
/** Interval between comparisons of the time of day with elapsed time. */
const LOOK_EVERY = 5 * SECOND;
/** Difference from which the time of day counts as set. */
const STEP = 1 * SECOND;

interface Alarm {
  readonly at: number;
  /** The clock of `at`. */
  readonly time: () => number;
  readonly callback: () => void;
  timer?: NodeJS.Timeout;
}

/** The machine's clocks, for tests to replace. */
export interface ClockOptions {
  readonly settable?: boolean;
  readonly frozenAt?: number;
  readonly timeOfDay?: () => number;
  /** Milliseconds between comparisons. */
  readonly lookEvery?: number;
}

/**
 * The real clock plus an offset that only a test clock allows to change. Time advances in both, so that
 * waiting ends; `frozenAt` stops it, for tests that count milliseconds.
 */
export class SystemClock implements Clock {
  readonly settable: boolean;
  readonly #frozenAt: number | null;
  readonly #timeOfDay: () => number;
  readonly #lookEvery: number;
  readonly #alarms = new Set<Alarm>();
  readonly #onStep = new Set<(step: number) => void>();
  #look: NodeJS.Timeout | undefined;
  /** Time of day minus monotonic time, at the last step. */
  #difference: number;
  /** Sum of all steps of the time of day. */
  #steps = 0;
  /** `#steps` when the alarms were last set. */
  #armedAfter = 0;
  #offset = 0;

  constructor({ settable, frozenAt, timeOfDay, lookEvery }: ClockOptions = {}) {
    this.settable = settable ?? false;
    this.#frozenAt = frozenAt ?? null;
    this.#timeOfDay = timeOfDay ?? Date.now;
    this.#lookEvery = lookEvery ?? LOOK_EVERY;
    this.#difference = this.#timeOfDay() - performance.now();
  }

  /** Milliseconds by which the test clock was moved. */
  get offset(): number {
    return this.#offset;
  }

  now(): number {
    return (this.#frozenAt ?? this.#timeOfDay()) + this.#offset;
  }

  /** Time of day minus its steps, so that both clocks have the same milliseconds and move together. */
  elapsed(): number {
    this.#noticeStep();
    return this.now() - this.#steps;
  }

  callAt(at: number, callback: () => void): () => void {
    this.#watchTimeOfDay();
    return this.#add({ at, callback, time: () => this.now() });
  }

  callAfter(milliseconds: number, callback: () => void): () => void {
    return this.#add({ at: this.elapsed() + milliseconds, callback, time: () => this.elapsed() });
  }

  /** Calls back whenever the time of day was set, with the milliseconds by which it was. */
  onStep(callback: (step: number) => void): void {
    this.#watchTimeOfDay();
    this.#onStep.add(callback);
  }

  /** Moves the test clock to `time` and fires due alarms in order. */
  moveTo(time: number): void {
    if (!this.settable) throw new Error("this clock can't be advanced");
    for (
      let alarm = this.#earliest();
      alarm && remaining(alarm) <= time - this.now();
      alarm = this.#earliest()
    ) {
      this.#offset += Math.max(0, remaining(alarm));
      this.#ring(alarm);
    }
    this.#offset += Math.max(0, time - this.now());
    for (const alarm of this.#alarms) this.#arm(alarm);
  }

  #earliest(): Alarm | undefined {
    let earliest: Alarm | undefined;
    for (const alarm of this.#alarms) {
      if (!earliest || remaining(alarm) < remaining(earliest)) earliest = alarm;
    }
    return earliest;
  }

  #add(alarm: Alarm): () => void {
    this.#alarms.add(alarm);
    this.#arm(alarm);
    return () => {
      clearTimeout(alarm.timer);
      this.#alarms.delete(alarm);
    };
  }

  #ring(alarm: Alarm): void {
    clearTimeout(alarm.timer);
    if (this.#alarms.delete(alarm)) alarm.callback();
  }

  #arm(alarm: Alarm): void {
    if (this.#frozenAt !== null) return;
    clearTimeout(alarm.timer);
    const delay = Math.min(Math.max(0, remaining(alarm)), LONGEST_DELAY);
    alarm.timer = setTimeout(() => (remaining(alarm) <= 0 ? this.#ring(alarm) : this.#arm(alarm)), delay);
  }

  #noticeStep(): void {
    if (this.#frozenAt !== null) return;
    const difference = this.#timeOfDay() - performance.now();
    const step = Math.round(difference - this.#difference);
    if (Math.abs(step) < STEP) return;
    this.#steps += step;
    this.#difference = difference;
  }

  /** Node's timers count elapsed time, so a step of the time of day or a sleep makes them early or late. */
  #watchTimeOfDay(): void {
    if (this.#look !== undefined || this.#frozenAt !== null) return;
    this.#look = setInterval(() => {
      this.#noticeStep();
      const step = this.#steps - this.#armedAfter;
      if (step === 0) return;
      this.#armedAfter = this.#steps;
      for (const alarm of this.#alarms) this.#arm(alarm);
      for (const callback of this.#onStep) callback(step);
    }, this.#lookEvery).unref();
  }
}

function remaining({ at, time }: Alarm): number {
  return at - time();
}
