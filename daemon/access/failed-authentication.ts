import { LIMITS } from '../../shared/contract/limits.ts';
import { limitHeaders, rateLimited } from '../platform/errors/rate-limit.ts';
import { ServiceError } from '../platform/errors/service-error.ts';
import { addressBlock } from '../platform/system/address-block.ts';
import { BoundedMap } from '../platform/system/bounded-map.ts';
import { MINUTE, SECOND } from '../platform/system/clock.ts';
import { addressSubject, type CounterInput, type Throttles } from './throttles/throttles.ts';

/** Addresses that are counted in one minute. */
const ADDRESS_CAPACITY = 10_000;

/**
 * Throttles failed authentication with well-formed keys; malformed ones can't be guesses and aren't counted.
 */
export class FailedAuthentication {
  readonly #throttles: Throttles;
  /** Failed look-ups of this node by address in `#minute`. */
  readonly #failures = new BoundedMap<number>(ADDRESS_CAPACITY);
  #minute = 0;

  constructor(throttles: Throttles) {
    this.#throttles = throttles;
  }

  /** Refuses every key of an address over the ceiling, before any look-up. */
  assertBelowCeiling(address: string, now: number): void {
    this.#turnMinute(now);
    if ((this.#failures.get(addressBlock(address)) ?? 0) > LIMITS.failedLookupsPerMinute) {
      const limit = LIMITS.failedLookupsPerMinute;
      const resetAt = (this.#minute + 1) * MINUTE;
      throw new ServiceError('RATE_LIMITED', undefined, {
        message: 'Too many failed requests.',
        retryAfterSeconds: Math.ceil((resetAt - now) / SECOND),
        headers: limitHeaders({ limit, resetAt }),
      });
    }
  }

  /** Counts a wrong secret and returns its refusal. */
  wrongSecret(keyId: string, address: string, now: number): Promise<ServiceError> {
    this.#countFailure(address, now);
    const counter = { subject: `key ${keyId}`, scope: 'wrong_secret', ...LIMITS.wrongSecretsPerKey };
    return this.#refusal(counter, now);
  }

  /** Counts an unknown key and returns its refusal. */
  unknownKey(address: string, now: number): Promise<ServiceError> {
    this.#countFailure(address, now);
    const subject = addressSubject(address);
    return this.#refusal({ subject, scope: 'unknown_key', ...LIMITS.unknownKeysPerAddress }, now);
  }

  async #refusal(counter: CounterInput, now: number): Promise<ServiceError> {
    const wait = await this.#throttles.count(counter);
    if (wait === 0) return new ServiceError('UNAUTHORIZED');
    return rateLimited({ ...FAILED_AUTHENTICATION, limit: counter.limit, resetAt: now + wait, now });
  }

  #countFailure(address: string, now: number): void {
    this.#turnMinute(now);
    const block = addressBlock(address);
    this.#failures.set(block, (this.#failures.get(block) ?? 0) + 1);
  }

  #turnMinute(now: number): void {
    const minute = Math.floor(now / MINUTE);
    if (minute === this.#minute) return;
    this.#minute = minute;
    this.#failures.clear();
  }
}

const FAILED_AUTHENTICATION = {
  message: 'Too many failed attempts. Try again later.',
  details: { reason: 'failed_authentication' },
};

/** The 429 of a block that ends in `wait` milliseconds. */
export function failedAuthentication(wait: number): ServiceError {
  const { message, details } = FAILED_AUTHENTICATION;
  return new ServiceError('RATE_LIMITED', { ...details, retry_after: Math.ceil(wait / SECOND) }, { message });
}
