import { type DestinationStream, type Logger, pino } from 'pino';
import type { LogLevel } from '../config.ts';

export type Log = Logger;

/** Structured logs, one JSON object a line. Credentials and mail content are never put into one. */
export function createLog(level: LogLevel, stream: DestinationStream): Log {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, stream);
}
