import { createHash } from 'node:crypto';

/**
 * For so long a repeated call means the same mail: a model that repeats itself, or was not told that it went
 * out.
 */
const SAME_FOR_MS = 15 * 60 * 1000;

interface Remembered {
  readonly key: string;
  readonly at: number;
}

/**
 * Idempotency keys by what a call means. The same call again within a quarter of an hour gets the same key,
 * and so never sends twice; later it counts as a new wish.
 */
export class Intents {
  readonly #randomId: () => string;
  readonly #now: () => number;
  readonly #remembered = new Map<string, Remembered>();

  constructor(world: { readonly randomId: () => string; readonly clock: { readonly now: () => number } }) {
    this.#randomId = world.randomId;
    this.#now = () => world.clock.now();
  }

  /** The key of a call of `tool` with these arguments. */
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
 * The key of a wish that the caller names: the same for good and across restarts. Others of the account have
 * wishes of their own with the same name: `scope` says whose it is and where.
 */
export function keyOfIntent(tool: string, scope: readonly string[], intent: string): string {
  return `mcp-intent-${digest([tool, ...scope, intent])}`;
}

function digest(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 48);
}

/** The same arguments in another order are the same call. */
function canonical(input: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(Object.entries(input).sort(([one], [other]) => (one < other ? -1 : 1)));
}
