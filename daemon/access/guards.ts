import type { PlatformContext } from '../platform/context.ts';
import { rateLimited } from '../platform/errors/rate-limit.ts';
import { BoundedMap } from '../platform/system/bounded-map.ts';
import { MINUTE } from '../platform/system/clock.ts';
import { FailedAuthentication } from './failed-authentication.ts';
import { type CounterInput, Throttles } from './throttles/throttles.ts';

/** Limits of callers. */
export class Guards {
  readonly throttles: Throttles;
  readonly failedAuthentication: FailedAuthentication;
  /** Requests by credential; the setting is the limit. */
  readonly requests = new RequestRate();

  constructor(ports: Pick<PlatformContext, 'store' | 'secrets' | 'clock'>) {
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
      throw rateLimited({ limit, resetAt: (minute + 1) * MINUTE, now });
    }
    this.#counts.set(credential, count + 1);
  }
}

/** Counts a call, or refuses it with the seconds to wait. */
export async function assertWithin(
  { guards, clock }: Pick<PlatformContext, 'clock'> & { readonly guards: Guards },
  counter: CounterInput,
): Promise<void> {
  const wait = await guards.throttles.count(counter);
  const now = clock.now();
  if (wait > 0) throw rateLimited({ limit: counter.limit, resetAt: now + wait, now });
}
