import { createHash } from 'node:crypto';

/**
 * Time in which a repeated call means the same mail: models repeat themselves, or don't learn that a send
 * worked.
 */
const SAME_FOR_MS = 15 * 60 * 1000;

interface Remembered {
  readonly key: string;
  readonly at: number;
}

/**
 * Idempotency keys by the content of a call. The same call within a quarter of an hour gets the same key and
 * never sends twice; later it's a new send.
 */
export class Intents {
  readonly #randomId: () => string;
  readonly #now: () => number;
  readonly #remembered = new Map<string, Remembered>();

  constructor(world: { readonly randomId: () => string; readonly clock: { readonly now: () => number } }) {
    this.#randomId = world.randomId;
    this.#now = () => world.clock.now();
  }

  /** Key of a call of `tool` with these arguments. */
  keyFor(tool: string, input: Readonly<Record<string, unknown>>): string {
    const meaning = digest([tool, canonical(input)]);
    const now = this.#now();
    for (const [known, { at }] of this.#remembered) {
      if (now - at >= SAME_FOR_MS) this.#remembered.delete(known);
    }
    const key = this.#remembered.get(meaning)?.key ?? `mcp-${this.#randomId()}`;
    this.#remembered.set(meaning, { key, at: this.#remembered.get(meaning)?.at ?? now });
    return key;
  }
}

/**
 * Key of a named intent, the same forever and across restarts. `scope` separates it from other callers'
 * intents with the same name.
 */
export function keyOfIntent(tool: string, scope: readonly string[], intent: string): string {
  return `mcp-intent-${digest([tool, ...scope, intent])}`;
}

function digest(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 48);
}

/** The order of arguments doesn't matter. */
function canonical(input: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(Object.entries(input).sort(([one], [other]) => (one < other ? -1 : 1)));
}
