import ipaddr from 'ipaddr.js';

/** Prefix length that one customer usually gets. */
const IPV6_PREFIX_BITS = 64;

/**
 * Returns the unit of limits per address: the address for IPv4 (also when mapped into IPv6), the /64 for
 * IPv6. A host can use any address of its /64, so limits on single addresses would have no effect.
 */
export function addressBlock(address: string): string {
  if (!address.includes(':') || !ipaddr.isValid(address)) return address;
  const parsed = ipaddr.parse(address);
  if (!(parsed instanceof ipaddr.IPv6)) return address;
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString();
  const prefix = parsed.parts.map((part, index) => (index * 16 < IPV6_PREFIX_BITS ? part : 0));
  return `${new ipaddr.IPv6(prefix).toString()}/${IPV6_PREFIX_BITS}`;
}
