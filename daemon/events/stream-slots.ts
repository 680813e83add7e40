import { LIMITS } from '../../shared/contract/limits.ts';
import type { Principal } from '../access/principal.ts';
import { ServiceError } from '../errors.ts';

/** Seconds after which a caller with too many streams may try again: ended ones are noticed by then. */
const RETRY_SECONDS = 15;

/** Counts the open streams of each credential. */
export class StreamSlots {
  readonly #open = new Map<string, number>();

  /** Takes a place, or throws; the returned function gives it back. */
  take(principal: Principal): () => void {
    const credential = principal.keyId ?? principal.sessionId ?? '';
    const open = this.#open.get(credential) ?? 0;
    if (open >= LIMITS.eventStreamsPerCredential) {
      throw new ServiceError(
        'RATE_LIMITED',
        { reason: 'event_streams', limit: LIMITS.eventStreamsPerCredential, retry_after: RETRY_SECONDS },
        { message: `A credential has at most ${LIMITS.eventStreamsPerCredential} open event streams.` },
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
