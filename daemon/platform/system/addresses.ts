import { lookup, Resolver } from 'node:dns/promises';
import { CLIENT_LIMITS } from './client-limits.ts';
import { answerWithin } from './dns.ts';

/** Resolves a host name to at least one address, or rejects. */
export type AddressLookup = (name: string) => Promise<string[]>;

const TRIES = { timeout: 1500, tries: 2 };
const ABSENT: ReadonlySet<string | undefined> = new Set(['ENOTFOUND', 'ENODATA']);
const LOOPBACK = ['127.0.0.1', '::1'];

/**
 * Queries only the given servers (`ip:port`), or the system's when there are none. The platform's own look-up
 * runs in a few threads that one silent name server would block, so it's only used for names that the
 * system's servers don't know, such as those of the hosts file.
 */
export function createAddressLookup(
  servers: readonly string[],
  time: number = CLIENT_LIMITS.dns.question,
): AddressLookup {
  const resolver = new Resolver(TRIES);
  if (servers.length > 0) resolver.setServers(servers);
  const fallback = servers.length > 0 ? undefined : platformLookup;
  const running = new Map<string, Promise<string[]>>();
  return (name) => {
    const known = running.get(name);
    if (known) return known;
    const answer = answerWithin(time, resolve(resolver, name, fallback)).finally(() => running.delete(name));
    running.set(name, answer);
    return answer;
  };
}

async function resolve(resolver: Resolver, name: string, fallback?: AddressLookup): Promise<string[]> {
  if (name === 'localhost' || name.endsWith('.localhost')) return LOOPBACK;
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (addresses.length > 0) return addresses;
  const rejected = answers.filter((answer) => answer.status === 'rejected');
  const failed = rejected.find(({ reason }) => !ABSENT.has(reason.code));
  if (failed) throw failed.reason;
  if (fallback) return fallback(name);
  throw rejected[0]?.reason ?? new Error(`${name} has no address`);
}

async function platformLookup(name: string): Promise<string[]> {
  return (await lookup(name, { all: true })).map(({ address }) => address);
}
