import ipaddr from 'ipaddr.js';

/** The reverse DNS name of an address. */
export function reverseName(address: string): string {
  const parsed = ipaddr.parse(address);
  const bytes = parsed.toByteArray();
  if (parsed.kind() === 'ipv4') return `${bytes.reverse().join('.')}.in-addr.arpa`;
  const digits = Buffer.from(bytes).toString('hex');
  return `${[...digits].reverse().join('.')}.ip6.arpa`;
}
