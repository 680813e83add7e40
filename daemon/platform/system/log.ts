import { type DestinationStream, type Logger, pino } from 'pino';
import { LineRate } from './log-rate.ts';
import { LogWriter } from './log-writer.ts';

export type Log = Logger;

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Logs to `file`, which the daemon rotates, or to stderr. */
export function openLog(level: LogLevel, file: string | null): Log {
  const writer = file === null ? LogWriter.toStderr() : LogWriter.toFile(file);
  const log = createLog(level, writer);
  writer.onRecovery = (lost) => log.warn({ lost }, 'log lines lost: writing failed');
  return log;
}

/** Structured logs, one JSON object a line. Credentials and mail content are never put into one. */
export function createLog(level: LogLevel, stream: DestinationStream): Log {
  const rate = new LineRate();
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      hooks: {
        logMethod(args, method) {
          const [first, second]: readonly unknown[] = args;
          const kind = String(typeof first === 'string' ? first : second);
          const summarize = (suppressed: number) =>
            method.call(this, { suppressed }, `${kind}: ${suppressed} more suppressed`);
          if (rate.permits(kind, summarize)) method.apply(this, args);
        },
      },
    },
    stream,
  );
}
