import pg from 'pg';
import { StoreError } from '../errors.ts';
import { CONNECTION_LOST } from './errors.ts';

/** The server ended the transaction for the sake of others: serialization, deadlock, lock timeout. */
const CONTENDED = new Set(['40001', '40P01', '55P03']);
/** An earlier statement of the transaction failed, so this one failed or wasn't even parsed. */
const ABORTED = new Set(['25P02', '26000']);

/** The connection ended, or is of no use any more. Whether a statement ran isn't known. */
export class ConnectionLostError extends StoreError {
  readonly code = CONNECTION_LOST;

  constructor(cause: unknown) {
    super(`PostgreSQL can't be reached: ${reasonOf(cause)}`, { cause });
    this.name = 'ConnectionLostError';
  }
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  // Attempts at several addresses of a host have an error without a message.
  const [first] = cause instanceof AggregateError ? cause.errors : [];
  return cause.message || (first === undefined ? cause.name : reasonOf(first));
}

/**
 * Returns an error that the server sent, without rows and values. Others, and those after which the
 * connection is of no use, become a `ConnectionLostError`.
 */
export function causeOf(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError)) return new ConnectionLostError(error);
  removeValues(error);
  // Leads to the caller instead of the socket.
  Error.captureStackTrace(error, causeOf);
  return endsConnection(error) ? new ConnectionLostError(error) : error;
}

/** The server accepts no writes: a standby, or a primary that was demoted. */
const READ_ONLY = '25006';
/**
 * PostgreSQL's function that refuses a prepared statement whose columns changed, by a migration of a newer
 * node.
 */
const REFUSES_OLD_PLAN = 'RevalidateCachedQuery';

/** Whether the statement may succeed on a new connection only. */
function endsConnection({ severity, code, routine }: pg.DatabaseError): boolean {
  const isEnded = severity === 'FATAL' || severity === 'PANIC';
  return isEnded || code === READ_ONLY || (code === '0A000' && routine === REFUSES_OLD_PLAN);
}

/** SQLSTATEs of values that have another type; the messages quote them. */
const INVALID_VALUE = /^22/;

/** Errors are logged, and rows and values may be mail. */
function removeValues(error: pg.DatabaseError): void {
  error.detail = undefined;
  error.where = undefined;
  error.internalQuery = undefined;
  if (INVALID_VALUE.test(error.code ?? '')) error.message = 'invalid value';
}

/** Whether another attempt may succeed, although the statement was right. */
export function isContended(error: unknown): boolean {
  return error instanceof pg.DatabaseError && CONTENDED.has(error.code ?? '');
}

/** Whether a statement failed because an earlier one of its transaction did. */
export function isAborted(error: unknown): boolean {
  return error instanceof pg.DatabaseError && ABORTED.has(error.code ?? '');
}
