import type { FailureLine } from '../../../shared/locator.ts';
import { ListenError } from '../../platform/settings/listen-error.ts';
import { HomeInUseError } from '../../platform/store/errors.ts';
import { explain } from './explain.ts';

/** Tells the program that started the daemon why it ends; `home` is the folder in use, if any. */
export function failureLine(error: unknown, home: string | undefined): FailureLine {
  const failure = { ready: false, error: explain(error, home) } as const;
  if (error instanceof ListenError) return { ...failure, code: 'LISTEN_FAILED', listener: error.listener };
  return { ...failure, code: error instanceof HomeInUseError ? 'HOME_IN_USE' : 'NOT_STARTED' };
}
