import type { ErrorCode } from '../../../shared/contract/errors.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import type { CodeOutcome } from '../challenges.ts';

/** Errors for a code that expired or had too many attempts. */
export interface CodeErrors {
  readonly expired: ErrorCode;
  readonly locked: ErrorCode;
}

export const EMAIL_CODE_ERRORS: CodeErrors = {
  expired: 'VERIFICATION_CODE_EXPIRED',
  locked: 'TOO_MANY_ATTEMPTS',
};
export const PHONE_CODE_ERRORS: CodeErrors = {
  expired: 'PHONE_VERIFICATION_EXPIRED',
  locked: 'PHONE_VERIFICATION_ATTEMPTS_EXCEEDED',
};

/** Returns the refusal of a code that isn't right. */
export function codeRefusal(outcome: CodeOutcome, codes: CodeErrors): ServiceError {
  if (outcome.ok) throw new Error('a correct code is never refused');
  if (outcome.reason === 'locked') return new ServiceError(codes.locked);
  if (outcome.reason !== 'wrong') return new ServiceError(codes.expired);
  return new ServiceError(
    'VALIDATION_ERROR',
    { reason: 'code_invalid', attempts_left: outcome.attemptsLeft },
    { message: 'The code is wrong.' },
  );
}
