import { adviceFor } from './advice.ts';
import type { ErrorCode } from './api.d.ts';

/** Base of all errors of the client. */
export class AgentMailError extends Error {
  override readonly name: string = 'AgentMailError';
  /** Stable code: an error code of the API, `NO_ANSWER` or `UNEXPECTED_REPLY`. */
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Facts of a refusal. */
interface RefusalFacts {
  readonly code: string;
  readonly message: string;
  readonly status: number;
  readonly details: Record<string, unknown>;
  readonly requestId: string | null;
}

/** The daemon refused the call. */
export class RefusedError extends AgentMailError {
  override readonly name = 'RefusedError';
  declare readonly code: ErrorCode | (string & {});
  /** HTTP status. */
  readonly status: number;
  /** Values behind the error, by code. */
  readonly details: Record<string, unknown>;
  /** Who can act, and how. */
  readonly hint: string;
  /** ID of the request in the log of the daemon. */
  readonly requestId: string | null;
  /** Seconds after which the same call may succeed; null if time alone doesn't help. */
  readonly retryAfter: number | null;

  constructor({ code, message, status, details, requestId }: RefusalFacts) {
    super(code, message);
    this.status = status;
    this.details = details;
    this.requestId = requestId;
    const wait = details.retry_after ?? details.retry_after_seconds;
    this.retryAfter = typeof wait === 'number' ? wait : null;
    this.hint = adviceFor(code, this.retryAfter);
  }
}

/** No answer came, so the call may or may not have had its effect. */
export class NoAnswerError extends AgentMailError {
  override readonly name = 'NoAnswerError';
  /** Repeats the call without a second effect; null for calls without such a key. */
  readonly idempotencyKey: string | null;

  constructor(message: string, idempotencyKey: string | null, cause?: unknown) {
    super('NO_ANSWER', message, { cause });
    this.idempotencyKey = idempotencyKey;
  }
}

/** The answer isn't from an agentmail daemon. */
export class UnexpectedReplyError extends AgentMailError {
  override readonly name = 'UnexpectedReplyError';
  /** HTTP status; 0 for a redirection in a browser. */
  readonly status: number;

  constructor(status: number) {
    super('UNEXPECTED_REPLY', `The response (HTTP ${status}) isn't from an agentmail daemon. Check the url.`);
    this.status = status;
  }
}
