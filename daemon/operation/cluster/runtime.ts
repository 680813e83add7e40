import type { JobRunner } from '../../platform/jobs/runner.ts';

/** State and addresses of a running daemon. */
export interface Runtime {
  readonly startedAt: number;
  readonly jobs: JobRunner;
  /** Accepting requests: false while starting and stopping. */
  ready: boolean;
  /**
   * Accepts nothing more after so many milliseconds; resolves when all work has ended or is left to others.
   */
  readonly drain: (grace: number) => Promise<void>;
  /** Origin of the REST API as this machine reaches it. */
  http: string;
  /** `host:port` that the REST API is bound to. */
  httpBound: string;
  /** Origin of the page for people as this machine reaches it. */
  web: string;
  /** `host:port` of the page's own listener; null when the API's serves it. */
  webBound: string | null;
  /** `host:port` that the mail listener is bound to. */
  smtp: string;
  /** The mail listener as this machine reaches it. */
  smtpHere: string;
  /** `host:port` of the listener for mail programs that send; null without one. */
  submission: string | null;
}
