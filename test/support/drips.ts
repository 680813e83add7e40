import { setImmediate as turn } from 'node:timers/promises';
import { SECOND, SystemClock } from '../../daemon/platform/system/clock.ts';

/** A clock that only `moveTo` moves. */
export function stillClock(): SystemClock {
  return new SystemClock({ settable: true, frozenAt: Date.UTC(2026, 0, 1) });
}

/** A connection that a server drips into. */
interface Dripping {
  write(piece: string | Buffer): unknown;
  readonly destroyed: boolean;
}

/** Pieces that dripping servers send one at a time, whenever the clock of the test moves. */
export class Drips {
  readonly #steps = new Set<() => void>();
  readonly #begun = Promise.withResolvers<void>();
  /** Resolves when the first connection is as far as its server wants it. */
  readonly begun = this.#begun.promise;

  /** Sends the piece with every step from now on; without one the server only stays silent. */
  drip(socket: Dripping, piece?: string | Buffer): void {
    this.#begun.resolve();
    if (piece === undefined) return;
    const step = (): void => {
      if (socket.destroyed) this.#steps.delete(step);
      else socket.write(piece);
    };
    this.#steps.add(step);
  }

  /**
   * Moves the clock in steps of 5 seconds, with a piece in each, until the work ends. Returns the seconds of
   * the clock that it took since the server began to drip, or null after two hours.
   */
  async secondsOf(work: Promise<unknown>, clock: SystemClock): Promise<number | null> {
    let ended = false;
    const end = (): void => {
      ended = true;
    };
    work.then(end, end);
    await Promise.race([this.begun, work.catch(() => undefined)]);
    const begunAt = clock.elapsed();
    for (let seconds = 0; seconds < 7200 && !ended; seconds += 5) {
      for (const step of this.#steps) step();
      await settle();
      if (!ended) clock.moveTo(clock.now() + 5 * SECOND);
      await settle();
    }
    return ended ? Math.round((clock.elapsed() - begunAt) / SECOND) : null;
  }
}

/** Lets sockets and promises of this process do what they have. */
async function settle(): Promise<void> {
  for (let turns = 0; turns < 5; turns++) await turn();
}
