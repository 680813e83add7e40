// biome-ignore-all lint/correctness/noComponentHookFactories: types of DNS records are in capitals, and no components.
import { Resolver } from 'node:dns/promises';
import { CLIENT_LIMITS } from './client-limits.ts';

/** Result of a DNS query. */
export type DnsAnswer<T> =
  | {
      readonly kind: 'records';
      readonly records: readonly T[];
      /** TTL in seconds; absent when unknown. */
      readonly ttl?: number;
    }
  /** The name exists but has no record of this type. */
  | { readonly kind: 'no_records' }
  | { readonly kind: 'no_domain' }
  /** No usable answer; a retry may succeed. */
  | { readonly kind: 'unavailable'; readonly reason: string };

/** An MX record. */
export interface MailExchange {
  /** Empty for a null MX (RFC 7505). */
  readonly exchange: string;
  readonly priority: number;
}

/** Value types by record type. */
export interface DnsRecords {
  /** The strings of a record, joined. */
  readonly TXT: string;
  readonly A: string;
  readonly AAAA: string;
  readonly MX: MailExchange;
  /** Host names. */
  readonly PTR: string;
  readonly CNAME: string;
}
export type DnsRecordType = keyof DnsRecords;

/** DNS queries. */
export interface Dns {
  records<T extends DnsRecordType>(name: string, type: T): Promise<DnsAnswer<DnsRecords[T]>>;
  mailExchanges(domain: string): Promise<DnsAnswer<MailExchange>>;
  /** IPv4 and IPv6 addresses. */
  addresses(domain: string): Promise<DnsAnswer<string>>;
}

/** Milliseconds of the first attempt per server, and number of attempts. */
const TRY_TIME = 1000;
const TRIES = 2;

/**
 * Queries the given servers (`ip:port`), or the system's when there are none. A question that isn't answered
 * after `time` milliseconds is unavailable.
 */
export function systemDns(servers: readonly string[], time: number = CLIENT_LIMITS.dns.question): Dns {
  const ask = <T>(question: () => Promise<T[]>) => answerOf(answerWithin(time, question()));
  const resolver = new Resolver({ timeout: TRY_TIME, tries: TRIES });
  if (servers.length > 0) resolver.setServers(servers);
  return {
    records: (name, type) => ask(() => question(resolver, name, type)),
    mailExchanges: (domain) => ask(() => resolver.resolveMx(domain)),
    async addresses(domain) {
      const answers = await Promise.all([
        ask(() => resolver.resolve4(domain)),
        ask(() => resolver.resolve6(domain)),
      ]);
      return (
        answers.find(({ kind }) => kind === 'records') ??
        answers.find(({ kind }) => kind === 'unavailable') ??
        answers[0]
      );
    },
  };
}

/** Rejects after the time with the code of a resolver that gave up. */
export async function answerWithin<T>(time: number, answer: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(Object.assign(new Error('no answer'), { code: 'ETIMEOUT' })), time);
  try {
    return await Promise.race([promise, answer]);
  } finally {
    clearTimeout(timer);
  }
}

async function answerOf<T>(answer: Promise<T[]>): Promise<DnsAnswer<T>> {
  try {
    const records = await answer;
    return records.length === 0 ? { kind: 'no_records' } : { kind: 'records', records };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'UNKNOWN';
    if (code === 'ENOTFOUND') return { kind: 'no_domain' };
    if (code === 'ENODATA') return { kind: 'no_records' };
    return { kind: 'unavailable', reason: code };
  }
}

async function question<T extends DnsRecordType>(
  resolver: Resolver,
  name: string,
  type: T,
): Promise<DnsRecords[T][]> {
  const found = await (type === 'TXT' ? resolver.resolveTxt(name) : resolver.resolve(name, type));
  const records = type === 'TXT' ? (found as string[][]).map((strings) => strings.join('')) : found;
  return records as DnsRecords[T][];
}

/** Asks for the records of a name. */
export type AskRecords = <T extends DnsRecordType>(
  name: string,
  type: T,
) => Promise<DnsAnswer<DnsRecords[T]>>;
