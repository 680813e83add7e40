import { setTimeout } from 'node:timers/promises';

/** As often as people write, not as a load. */
const PAUSE_MS = 25;

/** One request; resolves to the refusal, or null when it was served. */
type Request = () => Promise<string | null>;

/** Makes one request after the other while others attack, until it's stopped or its service is over. */
export class OrdinaryClient {
  served = 0;
  /** The longest wait for one answer, milliseconds. */
  longest = 0;
  readonly refusals: string[] = [];
  readonly #request: Request;
  readonly #isOver: () => boolean;
  readonly #running: Promise<void>;
  #isStopped = false;

  constructor(request: Request, isOver: () => boolean) {
    this.#request = request;
    this.#isOver = isOver;
    this.#running = this.#run();
  }

  get #answers(): number {
    return this.served + this.refusals.length;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    // Not before one answer: an attack may be over sooner.
    while ((!this.#isStopped || this.#answers === 0) && !this.#isOver()) {
      const began = performance.now();
      const refusal = await this.#request();
      this.longest = Math.max(this.longest, performance.now() - began);
      if (refusal === null) this.served += 1;
      else this.refusals.push(refusal);
      await setTimeout(PAUSE_MS);
    }
  }
}
