import { formatAddress, type ListenAddress } from '../config.ts';

export type ListenSetting = 'http.listen' | 'smtp.listen';

/** An address that cannot be listened on. */
export class ListenError extends Error {
  /** `setting` is the one that was stored for it; null where a flag or the default says so. */
  constructor(address: ListenAddress, setting: ListenSetting | null, cause: unknown) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
    const told =
      setting === null
        ? ''
        : `, which the setting ${setting} names; agentmail config unset ${setting} takes it back`;
    super(`cannot listen on ${formatAddress(address)} (${code})${told}`, { cause });
    this.name = 'ListenError';
  }
}
