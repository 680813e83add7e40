import { BoundedMap } from './bounded-map.ts';
import { type Clock, HOUR, MINUTE, SECOND } from './clock.ts';
import type { Dns, DnsAnswer, DnsRecords, DnsRecordType } from './dns.ts';

/** Maximum number of cached answers. */
const CAPACITY = 20_000;
/** Lifetime of answers without a TTL, milliseconds. */
const UNTOLD = 5 * MINUTE;
const LONGEST = 1 * HOUR;
/** Negative answers live shorter: the name may be in the process of being set up. */
const NOTHING = 1 * MINUTE;
/** Failures are cached briefly, so that a flood of mail doesn't repeat the query each time. */
const SILENCE = 5 * SECOND;

interface CachedAnswer {
  readonly until: number;
  readonly answer: Promise<DnsAnswer<unknown>>;
}

/** Caches records for their TTL. Parallel callers share one query. */
export function cachedRecords(dns: Pick<Dns, 'records'>, clock: Pick<Clock, 'now'>): Dns['records'] {
  const kept = new BoundedMap<CachedAnswer>(CAPACITY);
  return <T extends DnsRecordType>(name: string, type: T): Promise<DnsAnswer<DnsRecords[T]>> => {
    const key = `${type} ${name.toLowerCase()}`;
    const earlier = kept.get(key);
    if (earlier && earlier.until > clock.now()) {
      return earlier.answer as Promise<DnsAnswer<DnsRecords[T]>>;
    }
    const answer = dns.records(name, type);
    kept.set(key, { until: Number.POSITIVE_INFINITY, answer });
    answer.then(
      (found) => kept.set(key, { until: clock.now() + holds(found), answer }),
      () => kept.set(key, { until: 0, answer }),
    );
    return answer;
  };
}

function holds(answer: DnsAnswer<unknown>): number {
  switch (answer.kind) {
    case 'records':
      return answer.ttl === undefined ? UNTOLD : Math.min(answer.ttl * SECOND, LONGEST);
    case 'unavailable':
      return SILENCE;
    default:
      return NOTHING;
  }
}
