import { readHeaders } from '../../content/mime/headers.ts';
import type { Peer } from '../../platform/store/schema.ts';
import { asciiDomain, domainOf } from '../../platform/system/mail-address.ts';
import type { MailContext } from '../context.ts';

/** A received report. */
export interface Submitted {
  /** JSON of the `Peer`; null for reports of earlier versions. */
  readonly peer: string | null;
  /** The envelope sender. */
  readonly sender: string;
  readonly raw: Buffer;
}

/**
 * Whether an authenticated and aligned report comes from a domain in `complaints.trusted_reporters`.
 * Message-IDs are public, so other reports by Message-ID aren't trusted (docs/decisions/inbound.md).
 */
export async function isTrustedReporter(
  { senderAuthentication, settings }: Pick<MailContext, 'senderAuthentication' | 'settings'>,
  { peer, sender, raw }: Submitted,
): Promise<boolean> {
  const { from } = readHeaders(raw);
  if (peer === null || from === null) return false;
  if (!settings.get('complaints.trusted_reporters').includes(asciiDomain(domainOf(from)))) return false;
  const { verdict } = await senderAuthentication.authenticate({
    peer: JSON.parse(peer) as Peer,
    mailFrom: sender,
    fromAddress: from,
    raw,
  });
  return verdict === 'verified_aligned';
}
