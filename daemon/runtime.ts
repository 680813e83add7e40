import type { JobRunner } from './jobs/runner.ts';

/** What a running daemon knows of itself. */
export interface Runtime {
  readonly startedAt: number;
  readonly jobs: JobRunner;
  /** Taking requests: false while starting and stopping. */
  ready: boolean;
  /** Origin of the REST API. */
  http: string;
  /** `host:port` of the mail listener. */
  smtp: string;
}
