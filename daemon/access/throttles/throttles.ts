import type { PlatformContext } from '../../platform/context.ts';
import { addressBlock } from '../../platform/system/address-block.ts';
import { BoundedMap } from '../../platform/system/bounded-map.ts';
import { InTurn } from '../in-turn.ts';
import { type AttemptCounter, blockedFor, countAttempt, uncountAttempt } from './counters.ts';

/** Full counters whose end is remembered, so that a flood costs no statements. */
const REMEMBERED = 10_000;

/** Outcome of a guarded attempt. */
export type GuardedAttempt<T> =
  | { readonly kind: 'right'; readonly result: T }
  /** With the number of attempts left. */
  | { readonly kind: 'wrong'; readonly left: number }
  /** Not attempted. The window ends in `wait` milliseconds. */
  | { readonly kind: 'blocked'; readonly wait: number };

type ThrottlePorts = Pick<PlatformContext, 'store' | 'secrets' | 'clock'>;

/** A counter's subject, and what of it is counted. */
export interface CounterInput extends Pick<AttemptCounter, 'limit' | 'windowSeconds'> {
  readonly subject: string;
  readonly scope: string;
}

/** Makes a counter. The database stores no name or address of the subject. */
export function counterOf(
  { secrets }: Pick<PlatformContext, 'secrets'>,
  input: CounterInput,
): AttemptCounter {
  const { subject, scope, limit, windowSeconds } = input;
  return { subject: secrets.sign('throttles', subject), scope, limit, windowSeconds };
}

/** The subject of what callers at an address do. */
export function addressSubject(address: string): string {
  return `address ${addressBlock(address)}`;
}

/** Limits of attempts that protect accounts, over all nodes. */
export class Throttles {
  readonly #ports: ThrottlePorts;
  /** Ends of full counters. */
  readonly #full = new BoundedMap<number>(REMEMBERED);
  readonly #turns = new InTurn();

  constructor(ports: ThrottlePorts) {
    this.#ports = ports;
  }

  /** Counts an attempt; returns 0, or the milliseconds to wait when the limit was reached before. */
  async count(input: CounterInput): Promise<number> {
    const { store, clock } = this.#ports;
    const counter = counterOf(this.#ports, input);
    const key = keyOf(counter);
    const now = clock.now();
    const known = (this.#full.get(key) ?? 0) - now;
    if (known > 0 && known <= 2 * counter.windowSeconds * 1000) return known;
    const { number, endsAt } = await store.writeUnsynced((db) => countAttempt(db, counter, now));
    if (number <= counter.limit) return 0;
    this.#full.set(key, endsAt);
    return endsAt - now;
  }

  /**
   * Runs `check` unless a counter is full, and counts it before it runs: parallel attempts on any number of
   * nodes can't exceed the limit. A right one is uncounted. Null from `check` is wrong; an error isn't.
   * On one node attempts with the same first counter run in order, so that right ones don't block each other.
   */
  guard<T>(inputs: readonly CounterInput[], check: () => Promise<T | null>): Promise<GuardedAttempt<T>> {
    const counters = inputs.map((input) => counterOf(this.#ports, input));
    const [first] = counters;
    return this.#turns.run(first ? keyOf(first) : '', () => this.#guard(counters, check));
  }

  async #guard<T>(
    counters: readonly AttemptCounter[],
    check: () => Promise<T | null>,
  ): Promise<GuardedAttempt<T>> {
    const { store, clock } = this.#ports;
    const now = clock.now();
    // A count can be forgotten (login/failures.ts), so its end isn't remembered. Reading writes nothing.
    const waits = await Promise.all(counters.map((counter) => blockedFor(store.read, counter, now)));
    const wait = Math.max(0, ...waits);
    if (wait > 0) return { kind: 'blocked', wait };
    const counted = await Promise.all(
      counters.map(async (counter) => ({
        counter,
        attempt: await store.writeUnsynced((db) => countAttempt(db, counter, now)),
      })),
    );
    const refused = counted.filter(({ counter, attempt }) => attempt.number > counter.limit);
    const uncount = () =>
      Promise.all(
        counted
          .filter((each) => !refused.includes(each))
          .map(({ counter, attempt }) => store.writeUnsynced((db) => uncountAttempt(db, counter, attempt))),
      );
    if (refused.length > 0) {
      await uncount();
      return { kind: 'blocked', wait: Math.max(...refused.map(({ attempt }) => attempt.endsAt - now)) };
    }
    let result: T | null;
    try {
      result = await check();
    } catch (error) {
      await uncount();
      throw error;
    }
    if (result === null) {
      const left = counted.map(({ counter, attempt }) => counter.limit - attempt.number);
      return { kind: 'wrong', left: Math.min(...left) };
    }
    await uncount();
    return { kind: 'right', result };
  }
}

function keyOf({ subject, scope }: AttemptCounter): string {
  return `${subject.toString('base64')} ${scope}`;
}
