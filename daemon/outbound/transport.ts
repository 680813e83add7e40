import type { Transaction } from '../store/store.ts';
import type { Verdict } from './transports/verdict.ts';

/** A message on its way out. */
export interface Parcel {
  readonly messageId: string;
  /** Null for mail of the service itself. */
  readonly accountId: string | null;
  readonly envelopeFrom: string;
  readonly headerFrom: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
  readonly raw: Buffer;
}

/**
 * Accepted for delivery; not now, but perhaps later; never; never because there is no such recipient (5.1.x);
 * or nobody knows.
 */
export type TransportOutcome = 'accepted' | 'deferred' | 'rejected' | 'no_such_recipient' | 'ambiguous';

export type Handover = LocalHandover | RemoteHandover;

/** A parcel whose bytes are safe, and that becomes mail here together with the transaction. */
export interface LocalHandover {
  readonly kind: 'local';
  commit(transaction: Transaction): Promise<TransportOutcome>;
  /** Undoes the preparation of a parcel that was not accepted. */
  discard(): Promise<void>;
}

/** A parcel that leaves this machine. */
export interface RemoteHandover {
  readonly kind: 'remote';
  /** Resolves when the parcel may start; the returned function ends its turn. */
  turn(): Promise<() => void>;
  /** Hands it to the other side; never rejects. */
  send(): Promise<Verdict>;
}

/** A way out for mail. */
export interface Transport {
  readonly name: 'capture' | 'relay' | 'direct';
  /** Mail to other hosts really goes there; otherwise all of it stays on this machine. */
  readonly leavesMachine: boolean;
  /** False when its last try to reach the way out failed. */
  isHealthy(): boolean;
  prepare(parcel: Parcel): Promise<Handover>;
  /** Ends idle connections. */
  close(): void;
}
