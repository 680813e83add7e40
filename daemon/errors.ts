import { ERRORS, type ErrorCode } from '../shared/contract/errors.ts';

/** A request that the contract refuses, with the facts that its answer carries. */
export class ServiceError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: Readonly<Record<string, unknown>> | undefined;
  /** Value of the Retry-After header where the details do not say it, whole seconds. */
  readonly retryAfterSeconds: number | undefined;
  /** Further headers of the answer. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, details?: Readonly<Record<string, unknown>>, options: RefusalOptions = {}) {
    super(options.message ?? ERRORS[code].message);
    this.name = 'ServiceError';
    this.code = code;
    this.status = options.status ?? ERRORS[code].status[0];
    this.details = details;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.headers = options.headers ?? {};
  }
}

interface RefusalOptions {
  /** One of the code's statuses, when it has several. */
  readonly status?: number;
  readonly message?: string;
  readonly retryAfterSeconds?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Which kind of rule refused (decisions 10.8). */
export type ReasonAxis =
  | 'tier'
  | 'trust_capacity'
  | 'account_state'
  | 'mailbox_config'
  | 'key_role'
  | 'account_policy'
  | 'recipient_containment';

/** A refusal in the denial envelope. */
export function denied(
  code: ErrorCode,
  axis: ReasonAxis,
  facts: Readonly<Record<string, unknown>> = {},
): ServiceError {
  return new ServiceError(code, { reason_axis: axis, ...facts });
}

export function notFound(what = 'Not found.'): ServiceError {
  return new ServiceError('NOT_FOUND', undefined, { message: what });
}

/** A field problem in the form of the contract's `issues`. */
export function invalidField(path: string, message: string, status: 400 | 422 = 400): ServiceError {
  return new ServiceError('VALIDATION_ERROR', { issues: [{ path, message }] }, { status });
}
