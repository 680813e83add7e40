import pg from 'pg';
import { StoreError } from '../errors.ts';
import { CONNECTION_LOST } from './errors.ts';

/** The server ended the transaction for the sake of others: serialization, deadlock, lock timeout. */
const CONTENDED = new Set(['40001', '40P01', '55P03']);
/** An earlier statement of the transaction failed, so this one failed or wasn't even parsed. */
const ABORTED = new Set(['25P02', '26000']);

/** The connection ended, so whether a statement ran isn't known. */
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
 * Returns an error that the server sent, without rows and values, and any other as the end of the connection.
 */
export function causeOf(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError)) return new ConnectionLostError(error);
  removeValues(error);
  // Leads to the caller instead of the socket.
  Error.captureStackTrace(error, causeOf);
  const isAnswer = error.severity !== 'FATAL' && error.severity !== 'PANIC';
  return isAnswer ? error : new ConnectionLostError(error);
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
