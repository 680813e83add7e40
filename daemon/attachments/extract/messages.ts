import type { DocumentKind, Extent, Extraction } from './outcome.ts';

/** What the extracting process is asked and answers. */

/** A document: the bytes, or those of a part of a message that lies in memory or in a file. */
export type DocumentSource =
  | { readonly content: Uint8Array }
  | { readonly message: Uint8Array | string; readonly position: number };

/** `cpu` bounds the work, `patience` the time in line and the reading together; both in milliseconds. */
export interface Patience {
  readonly cpu: number;
  readonly patience: number;
  /** `shown` when absent. */
  readonly extent?: Extent;
}

/** Nothing was read yet when the patience ended. */
export type Late = { readonly late: true };

/** What the thread that starts the process is asked, and tells. */
export interface HostTask {
  readonly number: number;
  readonly kind: DocumentKind;
  readonly source: DocumentSource;
  readonly patience: Patience;
}
export type HostAnswer =
  /** Of the process that reads; null when it has ended. */
  { readonly pid: number | null } | { readonly number: number; readonly extraction: Extraction | Late };

export interface ExtractionTask {
  readonly number: number;
  readonly kind: DocumentKind;
  readonly source: DocumentSource;
  /** Milliseconds of processor time that it may take. */
  readonly cpu: number;
  readonly extent: Extent;
}

export interface ExtractionAnswer {
  readonly number: number;
  readonly extraction: Extraction;
}

/** Told to the watcher of the process: a task begins with its processor time, or ended (null). */
export type WatchedTask = { readonly cpu: number } | null;

/** Signals by which the watcher ends the process. */
export const OUT_OF_TIME = 'SIGTERM';
export const OUT_OF_MEMORY = 'SIGKILL';
