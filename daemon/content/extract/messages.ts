import type { DocumentKind, Extent, Extraction } from './outcome.ts';

/** Messages between daemon and extracting process. */

/** A document: bytes, or a part of a message in memory or in a file. */
export type DocumentSource =
  | { readonly content: Uint8Array }
  | { readonly message: Uint8Array | string; readonly position: number };

/** `cpu` limits the work, `timeout` the time from queueing to the end; both in milliseconds. */
export interface TimeLimits {
  readonly cpu: number;
  readonly timeout: number;
  /** `shown` when absent. */
  readonly extent?: Extent;
}

/** The deadline passed before the document was read. */
export type TimedOut = { readonly timedOut: true };

/** Messages of the thread that starts the process. */
export interface HostTask {
  readonly number: number;
  readonly kind: DocumentKind;
  readonly source: DocumentSource;
  readonly limits: TimeLimits;
}
export type HostAnswer =
  /** Process id; null when it ended. */
  { readonly pid: number | null } | { readonly number: number; readonly extraction: Extraction | TimedOut };

export interface ExtractionTask {
  readonly number: number;
  readonly kind: DocumentKind;
  readonly source: DocumentSource;
  /** Limit of processor time in milliseconds. */
  readonly cpu: number;
  readonly extent: Extent;
}

export interface ExtractionAnswer {
  readonly number: number;
  readonly extraction: Extraction;
}

/** Sent to the watcher: a task begins with its processor time, or ended (null). */
export type WatchedTask = { readonly cpu: number } | null;

/** Signals with which the watcher ends the process. */
export const OUT_OF_TIME = 'SIGTERM';
export const OUT_OF_MEMORY = 'SIGKILL';
