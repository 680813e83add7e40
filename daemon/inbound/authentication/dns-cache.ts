import { BoundedMap } from '../../access/bounded-map.ts';
import { type Clock, HOUR, MINUTE, SECOND } from '../../system/clock.ts';
import type { Dns, DnsAnswer, DnsRecords, DnsRecordType } from '../../system/dns.ts';

/** Answers that are kept. */
const CAPACITY = 20_000;
/** For how long an answer that does not say itself how long it holds is believed, milliseconds. */
const UNTOLD = 5 * MINUTE;
const LONGEST = 1 * HOUR;
/** That there is nothing is believed for less: somebody may be setting the name up just now. */
const NOTHING = 1 * MINUTE;
/** A server that did not answer is asked again, but not for every message of a flood. */
const SILENCE = 5 * SECOND;

interface Kept {
  readonly until: number;
  readonly answer: Promise<DnsAnswer<unknown>>;
}

/** Records as long as they hold; whoever asks while a question is on its way waits for the same answer. */
export function cachedRecords(dns: Pick<Dns, 'records'>, clock: Pick<Clock, 'now'>): Dns['records'] {
  const kept = new BoundedMap<Kept>(CAPACITY);
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
