import type { ErrorCode } from '../../../shared/contract/errors.ts';
import { ServiceError } from '../../errors.ts';
import type { CodeOutcome } from '../challenges.ts';

/** The refusal of a code that was not right. */
export function codeRefusal(
  outcome: CodeOutcome,
  codes: { readonly expired: ErrorCode; readonly locked: ErrorCode },
): ServiceError {
  if (outcome.ok) throw new Error('a right code is not refused');
  if (outcome.reason === 'locked') return new ServiceError(codes.locked);
  if (outcome.reason !== 'wrong') return new ServiceError(codes.expired);
  return new ServiceError(
    'VALIDATION_ERROR',
    { reason: 'code_invalid', attempts_left: outcome.attemptsLeft },
    { message: 'The code is wrong.' },
  );
}
