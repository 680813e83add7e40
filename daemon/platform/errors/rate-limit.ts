import { SECOND } from '../system/clock.ts';
import { ServiceError } from './service-error.ts';

/** A limit that a request would exceed. */
export interface ReachedLimit {
  readonly limit: number;
  /** Units that are left: a request for several may be refused while some are. */
  readonly remaining?: number;
  /** When it has room again, in milliseconds. */
  readonly resetAt: number;
  readonly now: number;
  readonly message?: string;
  /** Further facts, such as the reason. */
  readonly details?: Readonly<Record<string, unknown>> & { readonly reason_axis?: never };
}

/** The headers of a limit, on refusals and on answers within it. */
export function limitHeaders({
  limit,
  remaining = 0,
  resetAt,
}: Pick<ReachedLimit, 'limit' | 'remaining' | 'resetAt'>): Readonly<Record<string, string>> {
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(Math.ceil(resetAt / SECOND)),
  };
}

/** The 429 of a limit: body and headers tell the same wait. */
export function rateLimited({ now, message, details, ...reached }: ReachedLimit): ServiceError {
  return new ServiceError(
    'RATE_LIMITED',
    { ...details, retry_after: Math.max(1, Math.ceil((reached.resetAt - now) / SECOND)) },
    { ...(message !== undefined && { message }), headers: limitHeaders(reached) },
  );
}
