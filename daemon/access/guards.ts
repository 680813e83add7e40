import type { Context } from '../context.ts';
import { ServiceError } from '../errors.ts';
import { MINUTE } from '../system/clock.ts';
import { BoundedMap } from './bounded-map.ts';
import { FailedAuthentication } from './failed-authentication.ts';
import { type CounterInput, Throttles } from './throttles/throttles.ts';

/** Limits of callers. */
export class Guards {
  readonly throttles: Throttles;
  readonly failedAuthentication: FailedAuthentication;
  /** Requests by credential; the setting is the limit. */
  readonly requests = new RequestRate();

  constructor(ports: Pick<Context, 'store' | 'secrets' | 'clock'>) {
    this.throttles = new Throttles(ports);
    this.failedAuthentication = new FailedAuthentication(this.throttles);
  }
}

/** Requests of each credential in the current minute, when the operator set a limit. */
class RequestRate {
  readonly #counts = new BoundedMap<number>(10_000);
  #minute = 0;

  assertBelow(limit: number, credential: string, now: number): void {
    if (limit === 0) return;
    const minute = Math.floor(now / MINUTE);
    if (minute !== this.#minute) this.#counts.clear();
    this.#minute = minute;
    const count = this.#counts.get(credential) ?? 0;
    if (count >= limit) {
      const wait = (minute + 1) * MINUTE - now;
      throw new ServiceError('RATE_LIMITED', { retry_after: Math.ceil(wait / 1000) });
    }
    this.#counts.set(credential, count + 1);
  }
}

/** Counts a call, or refuses it with the seconds to wait. */
export async function assertWithin(
  { guards }: Pick<Context, 'guards'>,
  counter: CounterInput,
): Promise<void> {
  const wait = await guards.throttles.count(counter);
  if (wait > 0) throw new ServiceError('RATE_LIMITED', { retry_after: Math.ceil(wait / 1000) });
}
