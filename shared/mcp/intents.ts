/**
 * Time in which a repeated call means the same mail: models repeat themselves, or don't learn that a send
 * worked.
 */
export const SAME_FOR_MS = 15 * 60 * 1000;
/** Calls that are remembered at once, some 2 MB. The oldest are forgotten first. */
const MOST = 10_000;

interface RememberedCall {
  readonly key: string;
  readonly at: number;
}

/**
 * Idempotency keys by the content of a call, of a program that serves one model. The same call within a
 * quarter of an hour gets the same key and never sends twice; later it's a new send.
 */
export class Intents {
  readonly #randomId: () => string;
  readonly #now: () => number;
  /** Oldest first. */
  readonly #remembered = new Map<string, RememberedCall>();

  constructor(world: { readonly randomId: () => string; readonly clock: { readonly now: () => number } }) {
    this.#randomId = world.randomId;
    this.#now = () => world.clock.now();
  }

  /** Key of a call of `tool` with these arguments; `scope` separates callers. */
  async keyFor(
    tool: string,
    scope: readonly string[],
    input: Readonly<Record<string, unknown>>,
  ): Promise<string> {
    const meaning = await meaningOfCall(tool, scope, input);
    const now = this.#now();
    this.#forget(now);
    const known = this.#remembered.get(meaning);
    if (known) return known.key;
    const key = `mcp-${this.#randomId()}`;
    this.#remembered.set(meaning, { key, at: now });
    return key;
  }

  #forget(now: number): void {
    for (const [meaning, { at }] of this.#remembered) {
      if (now - at < SAME_FOR_MS && this.#remembered.size < MOST) return;
      this.#remembered.delete(meaning);
    }
  }
}

/** The same for calls of `tool` with the same arguments by the same caller. */
export function meaningOfCall(
  tool: string,
  scope: readonly string[],
  input: Readonly<Record<string, unknown>>,
): Promise<string> {
  return digest([tool, ...scope, canonical(input)]);
}

/**
 * Key of a named intent, the same forever and across restarts. `scope` separates it from other callers'
 * intents with the same name.
 */
export async function keyOfIntent(tool: string, scope: readonly string[], intent: string): Promise<string> {
  return `mcp-intent-${await digest([tool, ...scope, intent])}`;
}

async function digest(parts: readonly string[]): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(parts));
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(hash.subarray(0, 24), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The order of arguments doesn't matter. */
function canonical(input: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(Object.entries(input).sort(([one], [other]) => (one < other ? -1 : 1)));
}
