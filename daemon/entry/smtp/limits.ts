import { MINUTE } from '../../platform/system/clock.ts';

const MEGABYTE = 1_000_000;

/** Limits of one SMTP session, and of all together. */
export type SmtpLimits = {
  /** Largest message in bytes, announced as SIZE. */
  readonly messageBytes: number;
  /** Sessions open at once. */
  readonly connections: number;
  /** Sessions open at once from one client address. */
  readonly connectionsPerAddress: number;
  /** Idle time in milliseconds. */
  readonly idleTime: number;
  /** Total time of a session in milliseconds. */
  readonly sessionTime: number;
  /** Recipients of one message. */
  readonly recipients: number;
  /** Received header lines; more mean a mail loop. */
  readonly receivedLines: number;
  /** Bytes of unfinished messages held in memory by all sessions together. */
  readonly unfinishedBytes: number;
};

export const SMTP_LIMITS: SmtpLimits = {
  messageBytes: 25 * MEGABYTE,
  connections: 100,
  connectionsPerAddress: 20,
  idleTime: MINUTE,
  sessionTime: 10 * MINUTE,
  recipients: 100,
  receivedLines: 50,
  unfinishedBytes: 250 * MEGABYTE,
};
