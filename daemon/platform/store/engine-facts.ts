import type { DaemonCheck } from '../../../shared/contract/checks.ts';

export type EngineName = 'sqlite' | 'postgres';

/** Connections of a kind that a store keeps, and how many of them run a statement now. */
export interface ConnectionUse {
  readonly kind: 'write' | 'read' | 'search';
  readonly open: number;
  readonly busy: number;
}

/** The program that keeps the rows of a store, as people and monitoring see it. */
export interface EngineFacts {
  readonly name: EngineName;
  version(): Promise<string>;
  /** Checks its server; null without one. */
  checks(): Promise<DaemonCheck[] | null>;
  /** Empty for an engine within this process. */
  connections(): readonly ConnectionUse[];
}
