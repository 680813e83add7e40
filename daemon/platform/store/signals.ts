import { type Clock, SECOND } from '../system/clock.ts';

/**
 * Subjects of signals, by what the id names.
 *
 * - `mailbox`: messages of a mailbox.
 * - `account`: events of an account, or who may read them.
 * - `webhook`: deliveries of a webhook.
 * - `attempts`: delivery attempts of an account.
 * - `folder`: the IMAP folder of a mailbox.
 * - `domain`: servers or verification of a domain.
 * - `jobs`: jobs of a kind.
 * - `settings`: stored settings; the id is always `service`.
 */
export type SignalKind =
  | 'mailbox'
  | 'account'
  | 'webhook'
  | 'attempts'
  | 'folder'
  | 'domain'
  | 'jobs'
  | 'settings';

/**
 * A committed change that other processes may have to act on. It's a hint, which may be late, lost or
 * repeated: receivers look into the database and trust nothing else.
 */
export interface Signal {
  readonly kind: SignalKind;
  readonly id: string;
}

/** Distributes signals. Called after the commit, so receivers find durable rows. */
export interface SignalPublisher {
  publish(signal: Signal): void;
  /** Anything may have changed: signals were lost, or were too many to name. */
  publishEverything(): void;
}

/** How signals of other nodes arrive at this one. */
export interface SignalReception {
  /**
   * - `alone`: no other process uses the database.
   * - `echoes`: signals arrive, as this node's own do.
   * - `polls`: its own don't arrive, so it looks again twice a second.
   */
  readonly mode: 'alone' | 'echoes' | 'polls';
  /** Milliseconds that the latest signal to itself took; null before the first. */
  readonly echoMilliseconds: number | null;
  /** Other nodes that were heard in the last minute. */
  readonly others: number;
}

/** Of a database that one process uses. */
export const SOLE_RECEPTION: SignalReception = { mode: 'alone', echoMilliseconds: null, others: 0 };

type SignalReceiver = (id: string) => void;
/** Gets null when any subject of the kind may have changed. */
type KindReceiver = (id: string | null) => void;

/** Each receiver is called once in this time without a signal, so a lost signal is late, never missed. */
export const LOOK_AGAIN = 10 * SECOND;
/** Parts of that time. Each calls another part of the receivers, so that they don't all query at once. */
const SLICES = 10;

/** A receiver, and how to call it without a signal. */
interface Registration {
  readonly receive: KindReceiver;
  readonly lookAgain: () => void;
  readonly slice: number;
}

/** Delivers signals within this process, at once. */
export class SignalHub implements SignalPublisher {
  readonly #ofKind = new Map<SignalKind, Set<Registration>>();
  /** Receivers of one id, by kind and id. */
  readonly #ofId = new Map<string, Set<Registration>>();
  #registered = 0;

  publish({ kind, id }: Signal): void {
    for (const { receive } of this.#ofKind.get(kind) ?? []) receive(id);
    for (const { receive } of [...(this.#ofId.get(`${kind} ${id}`) ?? [])]) receive(id);
  }

  publishEverything(): void {
    for (const { lookAgain } of this.#all()) lookAgain();
  }

  /** Calls `receive` for every signal of a kind until the returned function is called. */
  watchAll(kind: SignalKind, receive: KindReceiver): () => void {
    return add(
      this.#ofKind,
      kind,
      this.#registration(receive, () => receive(null)),
    );
  }

  /** Calls `receive` for every such signal until the returned function is called. */
  watch({ kind, id }: Signal, receive: SignalReceiver): () => void {
    const lookAgain = () => receive(id);
    return add(this.#ofId, `${kind} ${id}`, this.#registration(lookAgain, lookAgain));
  }

  /** Signals every watched id of a kind, for instance because the daemon stops. */
  publishAll(kind: SignalKind): void {
    for (const id of this.#watched(kind)) this.publish({ kind, id });
  }

  /** Number of receivers of one id of a kind. */
  watching(kind: SignalKind): number {
    return this.#watched(kind).reduce((sum, id) => sum + (this.#ofId.get(`${kind} ${id}`)?.size ?? 0), 0);
  }

  /** Makes every receiver look again regularly until the returned function is called. */
  keepLooking(clock: Pick<Clock, 'elapsed' | 'callAfter'>): () => void {
    let begun = clock.elapsed();
    let slice = 0;
    let cancel = () => {};
    let isOver = false;
    const length = LOOK_AGAIN / SLICES;
    const look = () => {
      const passed = Math.floor((clock.elapsed() - begun) / length);
      const slices = Array.from({ length: Math.min(passed, SLICES) }, (_, index) => (slice + index) % SLICES);
      for (const { lookAgain, ...of } of this.#all()) if (slices.includes(of.slice)) lookAgain();
      begun += passed * length;
      slice = (slice + passed) % SLICES;
      // Not within the call: a test clock that moves by a day would call back 86,400 times.
      setImmediate(arm);
    };
    const arm = () => {
      if (!isOver) cancel = clock.callAfter(Math.max(0, begun + length - clock.elapsed()), look);
    };
    arm();
    return () => {
      isOver = true;
      cancel();
    };
  }

  #registration(receive: KindReceiver, lookAgain: () => void): Registration {
    return { receive, lookAgain, slice: this.#registered++ % SLICES };
  }

  #all(): Registration[] {
    return [...this.#ofKind.values(), ...this.#ofId.values()].flatMap((same) => [...same]);
  }

  #watched(kind: SignalKind): string[] {
    const prefix = `${kind} `;
    return [...this.#ofId.keys()]
      .filter((key) => key.startsWith(prefix))
      .map((key) => key.slice(prefix.length));
  }
}

function add<Key>(
  registrations: Map<Key, Set<Registration>>,
  key: Key,
  registration: Registration,
): () => void {
  const same = registrations.get(key) ?? new Set();
  registrations.set(key, same.add(registration));
  return () => {
    same.delete(registration);
    if (same.size === 0 && registrations.get(key) === same) registrations.delete(key);
  };
}
