import { STREAM_COMMENT_SECONDS } from '../../shared/contract/event-stream.ts';
import type { Clock } from '../platform/system/clock.ts';
import { SECOND } from '../platform/system/clock.ts';

/** Reports when a stream was silent for so long that it needs a comment. */
export class Heartbeat {
  readonly #clock: Clock;
  readonly #wake: () => void;
  #due: number;
  #cancel: () => void = () => undefined;

  constructor(clock: Clock, wake: () => void) {
    this.#clock = clock;
    this.#wake = wake;
    this.#due = 0;
    this.restart();
  }

  get isDue(): boolean {
    return this.#clock.elapsed() >= this.#due;
  }

  /** Call it after each write. */
  restart(): void {
    this.stop();
    const silence = STREAM_COMMENT_SECONDS * SECOND;
    this.#due = this.#clock.elapsed() + silence;
    this.#cancel = this.#clock.callAfter(silence, this.#wake);
  }

  stop(): void {
    this.#cancel();
  }
}
