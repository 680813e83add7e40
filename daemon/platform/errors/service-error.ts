import { ERRORS, type ErrorCode } from '../../../shared/contract/errors.ts';
import type { Tier } from '../../../shared/contract/limits.ts';

type Facts = Readonly<Record<string, unknown>>;
type AnswerHeaders = Readonly<Record<string, string | string[]>>;

/**
 * The axis of a denial envelope. Clients turn each axis into a sentence: the named plan is
 * needed, the named mode is needed, the account does not let keys do this, agents may write to approved
 * recipients only. A refusal for which no such sentence is true has no axis.
 */
export type Denial = Facts &
  (
    | { readonly reason_axis: 'tier'; readonly required_tier: Tier }
    | { readonly reason_axis: 'mailbox_config'; readonly required_mailbox_mode: string }
    | { readonly reason_axis: 'account_policy' }
    | { readonly reason_axis: 'recipient_containment' }
  );

/** A refusal of the contract, with the facts for its answer. */
export class ServiceError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: Facts | undefined;
  /** Value of the Retry-After header where the details do not say it, whole seconds. */
  readonly retryAfterSeconds: number | undefined;
  /** Further headers of the answer. */
  readonly headers: AnswerHeaders;

  constructor(
    code: ErrorCode,
    details?: Denial | (Facts & { readonly reason_axis?: never }),
    options: RefusalOptions = {},
  ) {
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
  readonly headers?: AnswerHeaders;
}

/** The refusal with further facts. */
export function extended(refusal: ServiceError, facts: Facts): ServiceError {
  const { code, details, headers, message, retryAfterSeconds, status } = refusal;
  const wait = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
  const copy = new ServiceError(code, undefined, { status, message, headers, ...wait });
  return Object.assign(copy, { details: { ...details, ...facts } });
}

/** A refusal in the denial envelope. */
export function denied(code: ErrorCode, denial: Denial): ServiceError {
  return new ServiceError(code, denial);
}

export function notFound(what = 'Not found.'): ServiceError {
  return new ServiceError('NOT_FOUND', undefined, { message: what });
}

/** A field problem in the form of the contract's `issues`. */
export function invalidField(path: string, message: string, status: 400 | 422 = 400): ServiceError {
  return new ServiceError('VALIDATION_ERROR', { issues: [{ path, message }] }, { status });
}
