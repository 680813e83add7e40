import type { Context } from '../../context.ts';
import { asciiDomain, domainOf } from '../../recipients/address.ts';
import { readPeer } from '../authentication/peer.ts';
import { readHeaders } from '../headers.ts';

/** A report as it was handed over. */
export interface Submitted {
  /** As `writePeer` made it; null for reports accepted by earlier versions. */
  readonly peer: string | null;
  /** The envelope sender. */
  readonly sender: string;
  readonly raw: Buffer;
}

/**
 * Whether a report comes from a domain in `complaints.trusted_reporters`, authenticated and aligned (DMARC). A Message-ID is
 * no secret, so only such a reporter is believed about a message that it names by nothing else (docs/decisions/inbound.md).
 */
export async function isTrustedReporter(
  { senderAuthentication, settings }: Pick<Context, 'senderAuthentication' | 'settings'>,
  { peer, sender, raw }: Submitted,
): Promise<boolean> {
  const { from } = readHeaders(raw);
  if (peer === null || from === null) return false;
  if (!settings.get('complaints.trusted_reporters').includes(asciiDomain(domainOf(from)))) return false;
  const { verdict } = await senderAuthentication.authenticate({
    peer: readPeer(peer),
    mailFrom: sender,
    fromAddress: from,
    raw,
  });
  return verdict === 'verified_aligned';
}
