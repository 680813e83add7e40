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
  readonly raw: Buffer;
}

/** Accepted for delivery; not now, but perhaps later; or never. */
export type TransportOutcome = 'accepted' | 'deferred' | 'rejected';

/** A parcel whose bytes are safe, ready to be handed over inside a transaction. */
export interface Handover {
  commit(transaction: Transaction): Promise<TransportOutcome>;
  /** Undoes the preparation of a parcel that was not accepted. */
  discard(): Promise<void>;
}

export interface Transport {
  prepare(parcel: Parcel): Promise<Handover>;
}
