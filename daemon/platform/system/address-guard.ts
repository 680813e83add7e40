import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Addresses that this machine may send requests to on behalf of accounts. A URL into the machine or its
 * network would let an account read or change what only neighbours may (server-side request forgery).
 */

/** `public` allows public unicast only; `private` also allows this machine and private networks. */
export type AddressReach = 'public' | 'private';

/** Address kinds of the IANA special-purpose registries. */
const PRIVATE_RANGES: ReadonlySet<string> = new Set([
  'loopback',
  'private',
  'uniqueLocal',
  'carrierGradeNat',
]);
/** Global unicast of IPv6; everything else is special or unassigned. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** Cache size: receivers have few addresses, and classifying one takes longer than a query. */
const KNOWN_LIMIT = 1000;
const known = new Map<string, string | null>();

/** Why an address isn't allowed, as one word, or null. */
export function refusedAddress(address: string, reach: AddressReach): string | null {
  const key = `${reach} ${address}`;
  const earlier = known.get(key);
  if (earlier !== undefined) return earlier;
  if (known.size >= KNOWN_LIMIT) known.clear();
  const refused = judgeAddress(address, reach);
  known.set(key, refused);
  return refused;
}

function judgeAddress(address: string, reach: AddressReach): string | null {
  // A zone names an interface of this machine.
  if (address.includes('%') || isIP(address) === 0) return 'not_an_address';
  const parsed = ipaddr.parse(address);
  const range = parsed.range();
  if (reach === 'private') {
    const plain =
      parsed instanceof ipaddr.IPv6 && parsed.isIPv4MappedAddress() ? parsed.toIPv4Address() : parsed;
    if (PRIVATE_RANGES.has(plain.range())) return null;
  }
  if (range !== 'unicast') return range;
  if (parsed instanceof ipaddr.IPv6 && !parsed.match(GLOBAL_UNICAST)) return 'reserved';
  return null;
}

/** A URL that's allowed by its text. */
export interface GuardedUrl {
  readonly url: URL;
  /** Name or address without brackets. */
  readonly host: string;
  /** Set when the host is a literal address. */
  readonly address: string | null;
}

/** The URL isn't allowed; the message tells the person who gave it why. */
export class RefusedTargetError extends Error {
  /** One word, for programs and `last_error`. */
  readonly reason: string;

  constructor(reason: string, message: string) {
    super(message);
    this.name = 'RefusedTargetError';
    this.reason = reason;
  }
}

/** Parsers disagree about these: some drop them, and some read a backslash as a slash. */
const CONFUSING = /[\p{Cc}\p{Cf}\p{Z}\\]/u;
const AUTHORITY = /^https:\/\/([^/?]+)/i;
const LOCAL_NAME = /^(?:.+\.)?localhost(?:\.localdomain)?$/;
/** Names that public DNS never resolves: single words, and private-use domains. */
const PRIVATE_NAME = /^[^.]+$|\.(?:local|localdomain|internal|home\.arpa)$/;

/** Checks a URL's text: https, a host, no credentials or fragment, no address out of reach. */
export function readTarget(text: string, reach: AddressReach): GuardedUrl {
  if (CONFUSING.test(text))
    throw new RefusedTargetError('malformed', 'must not contain spaces or backslashes');
  const authority = AUTHORITY.exec(text)?.[1];
  if (authority === undefined) throw new RefusedTargetError('not_https', 'must be an https URL');
  if (authority.includes('@')) {
    throw new RefusedTargetError('credentials', 'must not contain a user name or password');
  }
  if (text.includes('#')) throw new RefusedTargetError('fragment', 'must not contain a fragment');
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url) throw new RefusedTargetError('malformed', "isn't a URL");
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const address = isIP(host) === 0 ? null : host;
  if (host === '') throw new RefusedTargetError('malformed', 'must have a host');
  // Node would use the default port instead.
  if (url.port === '0') throw new RefusedTargetError('malformed', 'must not have port 0');
  if (address !== null) assertReachable([address], reach);
  else if (reach === 'public') assertPublicName(host);
  return { url, host, address };
}

function assertPublicName(host: string): void {
  if (LOCAL_NAME.test(host)) throw new RefusedTargetError('localhost', 'must not point to this machine');
  if (PRIVATE_NAME.test(host)) {
    throw new RefusedTargetError('private_name', 'must not point to a private network');
  }
}

/** Every address of a name has to be allowed. */
export function assertReachable(addresses: readonly string[], reach: AddressReach): void {
  for (const address of addresses) {
    const refused = refusedAddress(address, reach);
    if (refused !== null) {
      throw new RefusedTargetError(refused, `must resolve to a public address, not one of kind "${refused}"`);
    }
  }
}
