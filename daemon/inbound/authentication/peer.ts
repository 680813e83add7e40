import { BlockList, isIP } from 'node:net';
import { z } from 'zod';

/**
 * Who handed a message over, kept with its row until its sender is authenticated, so that a restart in between
 * loses nothing. What comes out of a mail folder has no peer that could be asked about.
 */
const peerSchema = z.union([
  z.object({ via: z.literal('smtp'), address: z.string(), helo: z.string() }),
  z.object({ via: z.literal('imap') }),
]);
export type Peer = z.output<typeof peerSchema>;

export function writePeer(peer: Peer): string {
  return JSON.stringify(peer);
}

export function readPeer(text: string): Peer {
  return peerSchema.parse(JSON.parse(text));
}

/** An IPv4 address in IPv6 clothes is the same peer. */
export function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
}

/** Whether one of the addresses and subnets (`10.0.0.0/8`) holds an address. */
export function isWithin(address: string, entries: readonly string[]): boolean {
  const plain = plainAddress(address);
  const family = isIP(plain);
  if (family === 0) return false;
  const list = new BlockList();
  for (const entry of entries) {
    const [base = '', bits] = entry.split('/', 2);
    const type = isIP(base) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(base, type);
    else list.addSubnet(base, Number(bits), type);
  }
  return list.check(plain, family === 6 ? 'ipv6' : 'ipv4');
}

const LOOPBACK = ['127.0.0.0/8', '::1'];

/** No domain says in public which machines of this loopback may send for it. */
export function isLoopback(address: string): boolean {
  return isWithin(address, LOOPBACK);
}
