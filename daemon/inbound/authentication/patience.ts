import type { DnsAnswer, DnsRecords, DnsRecordType } from '../../system/dns.ts';
import type { AskRecords } from './resolver.ts';

/** Milliseconds for one question. */
const QUESTION_TIME = 3000;
/** Milliseconds that the questions of one message may take together. */
const MESSAGE_TIME = 8000;

/** The name system for one message: what it does not answer in time counts as no answer, so that mail goes on. */
export function withPatience(ask: AskRecords): AskRecords {
  let left = MESSAGE_TIME;
  return async <T extends DnsRecordType>(name: string, type: T): Promise<DnsAnswer<DnsRecords[T]>> => {
    const started = performance.now();
    const { promise: silence, resolve } = Promise.withResolvers<DnsAnswer<DnsRecords[T]>>();
    const timer = setTimeout(
      () => resolve({ kind: 'unavailable', reason: 'ETIMEOUT' }),
      Math.min(QUESTION_TIME, Math.max(left, 0)),
    );
    try {
      return await Promise.race([ask(name, type), silence]);
    } finally {
      clearTimeout(timer);
      left -= performance.now() - started;
    }
  };
}
