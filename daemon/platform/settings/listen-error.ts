import type { FailedListener } from '../../../shared/locator.ts';
import { formatAddress } from './config.ts';

export type ListenSetting = FailedListener['setting'];

/** The daemon can't listen on an address. */
export class ListenError extends Error {
  readonly listener: FailedListener;

  constructor(listener: Omit<FailedListener, 'reason'>, cause: unknown) {
    const { setting, stored } = listener;
    const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
    const told = stored
      ? `, from the setting ${setting}; reset it with agentmail config unset ${setting}`
      : '';
    super(`can't listen on ${formatAddress(listener)} (${reason})${told}`, { cause });
    this.name = 'ListenError';
    this.listener = { ...listener, reason };
  }
}
