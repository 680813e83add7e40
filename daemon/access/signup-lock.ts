import { ServiceError } from '../platform/errors/service-error.ts';
import type { AccessContext } from './context.ts';
import type { Principal } from './principal.ts';

/** New accounts are locked until both sign-up factors are verified, email first. */
export function assertUnlocked({ settings }: Pick<AccessContext, 'settings'>, { account }: Principal): void {
  if (!account.signupPending) return;
  if (!account.emailVerified) throw new ServiceError('EMAIL_NOT_VERIFIED');
  if (settings.get('access.phone_verification') === 'on') throw new ServiceError('PHONE_NOT_VERIFIED');
}
