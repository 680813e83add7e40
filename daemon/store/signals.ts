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
}

type SignalReceiver = (id: string) => void;

/** Delivers signals within this process, at once. */
export class SignalHub implements SignalPublisher {
  readonly #ofKind = new Map<SignalKind, Set<SignalReceiver>>();
  /** Receivers of one id, by kind and id. */
  readonly #ofId = new Map<string, Set<SignalReceiver>>();

  publish({ kind, id }: Signal): void {
    for (const receive of this.#ofKind.get(kind) ?? []) receive(id);
    for (const receive of [...(this.#ofId.get(`${kind} ${id}`) ?? [])]) receive(id);
  }

  /** Calls `receive` for every signal of a kind until the returned function is called. */
  watchAll(kind: SignalKind, receive: SignalReceiver): () => void {
    return add(this.#ofKind, kind, receive);
  }

  /** Calls `receive` for every such signal until the returned function is called. */
  watch({ kind, id }: Signal, receive: SignalReceiver): () => void {
    return add(this.#ofId, `${kind} ${id}`, receive);
  }

  /** Signals every watched id of a kind, for instance because the daemon stops. */
  publishAll(kind: SignalKind): void {
    for (const id of this.#watched(kind)) this.publish({ kind, id });
  }

  /** Number of receivers of one id of a kind. */
  watching(kind: SignalKind): number {
    return this.#watched(kind).reduce((sum, id) => sum + (this.#ofId.get(`${kind} ${id}`)?.size ?? 0), 0);
  }

  #watched(kind: SignalKind): string[] {
    const prefix = `${kind} `;
    return [...this.#ofId.keys()]
      .filter((key) => key.startsWith(prefix))
      .map((key) => key.slice(prefix.length));
  }
}

function add<Key>(receivers: Map<Key, Set<SignalReceiver>>, key: Key, receive: SignalReceiver): () => void {
  const same = receivers.get(key) ?? new Set();
  receivers.set(key, same.add(receive));
  return () => {
    same.delete(receive);
    if (same.size === 0 && receivers.get(key) === same) receivers.delete(key);
  };
}
