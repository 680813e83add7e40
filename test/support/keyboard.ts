import { Readable } from 'node:stream';
import type { Terminal } from '../../cli/machine/world.ts';

/** Keys as a terminal sends them, until the signal. An empty text resizes the terminal. */
export type PressKeys = (signal: AbortSignal) => AsyncIterable<string>;

/** stdin of a terminal on which a test presses keys while a program reads them. */
class Keyboard extends Readable {
  readonly isTTY = true as const;
  readonly #keys: PressKeys;
  readonly #resized: () => void;
  #pressing: AbortController | undefined;

  constructor(keys: PressKeys, resized: () => void) {
    super({ read: () => undefined });
    this.#keys = keys;
    this.#resized = resized;
  }

  setRawMode(on: boolean): this {
    if (on && !this.#pressing) {
      this.#pressing = new AbortController();
      void this.#press(this.#pressing.signal).catch((error) => this.destroy(error));
    } else if (!on) {
      this.#pressing?.abort();
      this.#pressing = undefined;
    }
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  async #press(signal: AbortSignal): Promise<void> {
    for await (const key of this.#keys(signal)) {
      if (signal.aborted) return;
      if (key === '') this.#resized();
      else this.push(key);
    }
  }
}

/** A terminal whose keys a test presses. */
export function keyboardOf(keys: PressKeys): () => Terminal {
  const resized = new Set<() => void>();
  const input = new Keyboard(keys, () => {
    for (const each of [...resized]) each();
  });
  return () => ({
    input,
    watch: (events) => {
      resized.add(events.resized);
      return () => resized.delete(events.resized);
    },
  });
}
