import type { AskRecords, DnsAnswer, DnsRecords, DnsRecordType } from './dns.ts';

/** Timeout of one query, milliseconds. */
const QUESTION_TIME = 3000;
/** Timeout of all queries of one message, milliseconds. */
const MESSAGE_TIME = 8000;

/** DNS for one message. A timeout counts as no answer, so that mail isn't delayed. */
export function withDnsTimeout(ask: AskRecords): AskRecords {
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
