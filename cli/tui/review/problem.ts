import { ApiError } from '../../client/errors.ts';
import { CommandError, UnreachableError } from '../../errors.ts';
import type { Problem } from './state.ts';

/** Explains an error. A decision without an answer may have taken effect. */
export function problemOf(error: unknown, of: 'load' | 'decision' = 'load'): Problem {
  if (error instanceof ApiError) {
    const state = error.details?.state;
    return {
      message: messageOf(error),
      code: error.code,
      state: typeof state === 'string' ? state : undefined,
      isTransient: error.failure.exit === 'transient' || error.status >= 500,
    };
  }
  if (error instanceof UnreachableError) {
    const message =
      of === 'load'
        ? error.message
        : 'no answer; the decision may or may not have taken effect. It is checked when the daemon answers again.';
    return { message, code: error.failure.code, isTransient: true };
  }
  const code = error instanceof CommandError ? error.failure.code : 'INTERNAL';
  return { message: error instanceof Error ? error.message : String(error), code, isTransient: false };
}

function messageOf({ message, details }: ApiError): string {
  const seconds = details?.retry_after_seconds;
  const reason = typeof details?.reason === 'string' ? ` (${details.reason})` : '';
  const wait = typeof seconds === 'number' ? ` Retry in ${seconds} s.` : '';
  return `${message}${reason}${wait}`;
}
