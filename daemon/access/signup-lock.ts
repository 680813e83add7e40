import { ServiceError } from '../errors.ts';
import type { Principal } from './principal.ts';

/** New accounts are locked until both sign-up factors are complete, email first (specification, rule 7). */
export function assertUnlocked(principal: Principal): void {
  if (!principal.account.signupPending) return;
  throw new ServiceError(principal.account.emailVerified ? 'PHONE_NOT_VERIFIED' : 'EMAIL_NOT_VERIFIED');
}
