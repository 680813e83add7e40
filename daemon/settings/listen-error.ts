import { formatAddress, type ListenAddress } from '../config.ts';

export type ListenSetting = 'http.listen' | 'smtp.listen' | 'web.listen';

/** The daemon can't listen on an address. */
export class ListenError extends Error {
  /** `setting` names the stored setting; null when a flag or the default set the address. */
  constructor(address: ListenAddress, setting: ListenSetting | null, cause: unknown) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
    const told =
      setting === null
        ? ''
        : `, from the setting ${setting}; reset it with agentmail config unset ${setting}`;
    super(`can't listen on ${formatAddress(address)} (${code})${told}`, { cause });
    this.name = 'ListenError';
  }
}
