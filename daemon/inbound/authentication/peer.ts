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
