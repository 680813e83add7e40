import type { EventData, EventType } from '../../../shared/contract/events.ts';
import type { PiiSpans } from './schema.ts';
import type { SignalPublisher } from './signals.ts';
import type { Transaction } from './transaction.ts';

/**
 * Services of features that transactions offer. The composition root supplies them: the store imports no
 * feature.
 */
export interface Ports {
  readonly emit: <T extends EventType>(
    transaction: Transaction,
    events: readonly NewEvent<T>[],
  ) => Promise<void>;
  readonly index: (transaction: Transaction, message: TextOwner, stored: StoredText) => Promise<void>;
  readonly signals: SignalPublisher;
  readonly start: { readonly [Work in keyof LocalWork]: (subject: LocalWork[Work]) => void };
}

/** An event with the data of its type. */
export interface NewEvent<T extends EventType> {
  readonly type: T;
  readonly accountId: string;
  readonly mailboxId: string | null;
  readonly data: EventData<T>;
}

/** A message whose text is indexed. */
export interface TextOwner {
  readonly seq: number;
  readonly mailbox_id: string;
  readonly subject: string;
}

/** Text with the personal data in it. */
export interface StoredText {
  readonly text: string | null;
  /** Null when the text was not scanned for personal data. */
  readonly pii_spans: PiiSpans | null;
}

/** An accepted message that is to be read. */
export interface IntakeEntry {
  readonly id: string;
  readonly mailboxId: string;
  readonly bytes: number;
  /** Address block of the peer; null for mail of this daemon and of mail folders. */
  readonly sender: string | null;
}

/** Work that the process of a transaction starts after the commit, by its subject. */
export interface LocalWork {
  readonly intake: IntakeEntry;
  /** Attachments that are read after the verdict of their message, by its id. */
  readonly previews: string;
}

/** For a store that no daemon runs on: nobody receives signals, and features that need a daemon fail. */
export const NO_DAEMON: Ports = {
  emit: () => Promise.reject(new Error('events require a daemon')),
  index: () => Promise.reject(new Error('the search index requires a daemon')),
  signals: { publish: () => undefined, publishEverything: () => undefined },
  start: { intake: () => undefined, previews: () => undefined },
};
