import { z } from 'zod';

/**
 * The peer that delivered a message. It's stored with the row until the sender is authenticated, so that a
 * restart loses nothing. Mail from a folder has no peer.
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
