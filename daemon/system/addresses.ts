import { lookup, Resolver } from 'node:dns/promises';

/** Addresses of a host name, at least one; rejects when there is none. */
export type AddressLookup = (name: string) => Promise<string[]>;

const TRIES = { timeout: 1500, tries: 2 };
const ABSENT: ReadonlySet<string | undefined> = new Set(['ENOTFOUND', 'ENODATA']);
const LOOPBACK = ['127.0.0.1', '::1'];

/**
 * Asks the name servers directly. The platform's own look-up runs in a few threads that one silent name server
 * blocks for everybody, so it is asked only for names that the servers do not have, as those of the hosts file.
 */
export function createAddressLookup(): AddressLookup {
  const resolver = new Resolver(TRIES);
  const running = new Map<string, Promise<string[]>>();
  return (name) => {
    const known = running.get(name);
    if (known) return known;
    const answer = resolve(resolver, name).finally(() => running.delete(name));
    running.set(name, answer);
    return answer;
  };
}

async function resolve(resolver: Resolver, name: string): Promise<string[]> {
  if (name === 'localhost' || name.endsWith('.localhost')) return LOOPBACK;
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (addresses.length > 0) return addresses;
  const failed = answers.find((answer) => answer.status === 'rejected' && !ABSENT.has(answer.reason.code));
  if (failed?.status === 'rejected') throw failed.reason;
  return (await lookup(name, { all: true })).map(({ address }) => address);
}
