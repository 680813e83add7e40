import { LIMITS } from '../../shared/contract/limits.ts';
import type { Principal } from '../access/principal.ts';
import { ServiceError } from '../platform/errors/service-error.ts';

/** `Retry-After` in seconds: by then ended streams are noticed. */
const RETRY_SECONDS = 15;

/** Counts the open streams of each credential. */
export class StreamSlots {
  readonly #open = new Map<string, number>();

  /** Takes a slot, or throws; the returned function releases it. */
  take(principal: Principal): () => void {
    const credential = principal.keyId ?? principal.sessionId ?? '';
    const open = this.#open.get(credential) ?? 0;
    if (open >= LIMITS.eventStreamsPerCredential) {
      throw new ServiceError(
        'RATE_LIMITED',
        { reason: 'event_streams', limit: LIMITS.eventStreamsPerCredential, retry_after: RETRY_SECONDS },
        {
          message: `This credential has reached the limit of ${LIMITS.eventStreamsPerCredential} open event streams.`,
        },
      );
    }
    this.#open.set(credential, open + 1);
    let taken = true;
    return () => {
      if (!taken) return;
      taken = false;
      const left = (this.#open.get(credential) ?? 1) - 1;
      if (left === 0) this.#open.delete(credential);
      else this.#open.set(credential, left);
    };
  }
}
