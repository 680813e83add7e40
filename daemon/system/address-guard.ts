import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Which addresses this machine may send requests to on behalf of somebody else. A URL that reaches into the
 * machine or its network would let an account read or change what only neighbours may (server-side request
 * forgery).
 */

/** `public` admits public unicast only; `private` admits this machine and private networks besides. */
export type Reach = 'public' | 'private';

/** Kinds of addresses as the IANA registries of special purposes sort them. */
const PRIVATE_RANGES: ReadonlySet<string> = new Set([
  'loopback',
  'private',
  'uniqueLocal',
  'carrierGradeNat',
]);
/** All that is assigned for global use in IPv6; the rest is special or belongs to nobody. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** Addresses that were looked at already; receivers have few, and telling what one is takes longer than a query. */
const KNOWN_LIMIT = 1000;
const known = new Map<string, string | null>();

/** Why an address may not be reached, as one word, or null when it may. */
export function refusedAddress(address: string, reach: Reach): string | null {
  const key = `${reach} ${address}`;
  const earlier = known.get(key);
  if (earlier !== undefined) return earlier;
  if (known.size >= KNOWN_LIMIT) known.clear();
  const refused = judgeAddress(address, reach);
  known.set(key, refused);
  return refused;
}

function judgeAddress(address: string, reach: Reach): string | null {
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

/** A URL that may be posted to, as far as its text tells. */
export interface Target {
  readonly url: URL;
  /** Name or address without brackets. */
  readonly host: string;
  /** Set when the host is an address and no name. */
  readonly address: string | null;
}

/** The URL may not be used; the message says why, to the person who gave it. */
export class RefusedTargetError extends Error {
  /** One word for machines and for `last_error`. */
  readonly reason: string;

  constructor(reason: string, message: string) {
    super(message);
    this.name = 'RefusedTargetError';
    this.reason = reason;
  }
}

/** Parsers disagree about these: some drop them, some take a backslash for a slash. */
const CONFUSING = /[\p{Cc}\p{Cf}\p{Z}\\]/u;
const AUTHORITY = /^https:\/\/([^/?]+)/i;
const LOCAL_NAME = /^(?:.+\.)?localhost(?:\.localdomain)?$/;
/** Names that no public name server answers: of one word, and under the domains set aside for private networks. */
const PRIVATE_NAME = /^[^.]+$|\.(?:local|localdomain|internal|home\.arpa)$/;

/** Checks the text of a URL: https, a host, no credentials, no fragment, no address that is out of reach. */
export function readTarget(text: string, reach: Reach): Target {
  if (CONFUSING.test(text))
    throw new RefusedTargetError('malformed', 'must not contain spaces or backslashes');
  const authority = AUTHORITY.exec(text)?.[1];
  if (authority === undefined) throw new RefusedTargetError('not_https', 'must be an https URL');
  if (authority.includes('@')) {
    throw new RefusedTargetError('credentials', 'must not contain a user name or password');
  }
  if (text.includes('#')) throw new RefusedTargetError('fragment', 'must not contain a fragment');
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url) throw new RefusedTargetError('malformed', 'is not a URL');
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const address = isIP(host) === 0 ? null : host;
  if (host === '') throw new RefusedTargetError('malformed', 'names no host');
  // Node would take the usual port instead.
  if (url.port === '0') throw new RefusedTargetError('malformed', 'must not name port 0');
  if (address !== null) assertReachable([address], reach);
  else if (reach === 'public') assertPublicName(host);
  return { url, host, address };
}

function assertPublicName(host: string): void {
  if (LOCAL_NAME.test(host)) throw new RefusedTargetError('localhost', 'must not name this machine');
  if (PRIVATE_NAME.test(host)) {
    throw new RefusedTargetError('private_name', 'must not name a host of a private network');
  }
}

/** Every address that a name stands for must be one that may be reached. */
export function assertReachable(addresses: readonly string[], reach: Reach): void {
  for (const address of addresses) {
    const refused = refusedAddress(address, reach);
    if (refused !== null) {
      throw new RefusedTargetError(refused, `must lead to a public address, not to one of kind "${refused}"`);
    }
  }
}
