import { ERRORS, isErrorCode } from '../../shared/contract/errors.ts';
import { CommandError } from '../errors.ts';
import type { ExitName } from '../machine/exit-codes.ts';
import { type Advised, hintFor } from './hints.ts';

/** The daemon's refusal. */
export interface ApiFailure {
  /** HTTP status. */
  readonly status: number;
  /** A code of the contract, or of a newer daemon. */
  readonly code: string;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>> | undefined;
  readonly requestId: string | undefined;
  /** Whom the advice is for. Default: a person. */
  readonly advised?: Advised | undefined;
  /** Advice for this case, when the code's own advice would mislead. */
  readonly hint?: string | undefined;
}

/** The daemon answered with an error. */
export class ApiError extends CommandError {
  override name = 'ApiError';
  readonly code: string;
  readonly status: number;
  readonly details: Readonly<Record<string, unknown>> | undefined;
  readonly requestId: string | undefined;

  constructor({ status, code, message, details, requestId, hint, advised }: ApiFailure) {
    super(message, {
      exit: exitOf(code, status),
      code,
      details,
      hint: hint ?? hintFor(code, details, advised),
    });
    this.status = status;
    this.code = code;
    this.details = details;
    this.requestId = requestId;
  }
}

/** Codes of a newer daemon may be unknown; the status then decides. */
function exitOf(code: string, status: number): ExitName {
  if (isErrorCode(code)) return ERRORS[code].exit;
  if (status === 401) return 'credentials';
  if (status === 403 || status === 409) return 'refused';
  if (status === 408 || status === 429 || (status > 500 && status < 600)) return 'transient';
  return status >= 500 ? 'internal' : 'usage';
}
