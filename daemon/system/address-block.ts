import ipaddr from 'ipaddr.js';

/** Bits of an IPv6 address that one customer of a network usually gets. */
const IPV6_PREFIX_BITS = 64;

/**
 * Returns the unit in which limits count a network address: the address for IPv4 (also when mapped into IPv6), the /64
 * for IPv6. A host can take any of the 2^64 addresses of its /64, so a limit on single addresses would have no effect.
 */
export function addressBlock(address: string): string {
  if (!address.includes(':') || !ipaddr.isValid(address)) return address;
  const parsed = ipaddr.parse(address);
  if (!(parsed instanceof ipaddr.IPv6)) return address;
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString();
  const prefix = parsed.parts.map((part, index) => (index * 16 < IPV6_PREFIX_BITS ? part : 0));
  return `${new ipaddr.IPv6(prefix).toString()}/${IPV6_PREFIX_BITS}`;
}
