import { z } from 'zod';
import { Subnets } from '../../system/subnets.ts';

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

const LOOPBACK = new Subnets(['127.0.0.0/8', '::1']);

/** No domain says in public which machines of this loopback may send for it. */
export function isLoopback(address: string): boolean {
  return LOOPBACK.has(address);
}
