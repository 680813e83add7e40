import type { Transaction } from '../store/store.ts';

/** A message on its way out. */
export interface Parcel {
  readonly messageId: string;
  readonly accountId: string;
  readonly envelopeFrom: string;
  readonly headerFrom: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
  readonly raw: Buffer;
}

/** Accepted for delivery; not now, but perhaps later; never; or never because there is no such recipient (5.1.x). */
export type TransportOutcome = 'accepted' | 'deferred' | 'rejected' | 'no_such_recipient';

/** A parcel whose bytes are safe, ready to be handed over inside a transaction. */
export interface Handover {
  commit(transaction: Transaction): Promise<TransportOutcome>;
  /** Undoes the preparation of a parcel that was not accepted. */
  discard(): Promise<void>;
}

export interface Transport {
  /** Mail to other hosts really goes there; otherwise all of it stays on this machine. */
  readonly leavesMachine: boolean;
  prepare(parcel: Parcel): Promise<Handover>;
}
