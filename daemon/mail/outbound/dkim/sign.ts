import type { DKIMSignOptions } from 'mailauth';
import { signingKeys } from '../../../network/domains/dkim-keys.ts';
import type { MailContext } from '../../context.ts';

/** Signed fields, if present. RFC 8058 requires those of one-click unsubscribing. */
const SIGNED_FIELDS = [
  ...['From', 'Sender', 'Reply-To', 'Subject', 'Date', 'Message-ID', 'To', 'Cc'],
  ...['In-Reply-To', 'References', 'MIME-Version', 'Content-Type', 'Content-Transfer-Encoding'],
  ...['List-Unsubscribe', 'List-Unsubscribe-Post', 'Auto-Submitted'],
];

/** Prepends a signature per key of the sender's domain; without a key the message stays as it is. */
export async function signMail(
  context: Pick<MailContext, 'store' | 'secrets' | 'clock'>,
  raw: Buffer,
  headerFrom: string,
): Promise<Buffer> {
  const domain = headerFrom.slice(headerFrom.lastIndexOf('@') + 1).toLowerCase();
  const keys = await signingKeys(context, domain);
  if (keys.length === 0) return raw;
  const options: Omit<DKIMSignOptions, 'signingDomain' | 'selector' | 'privateKey'> = {
    canonicalization: 'relaxed/relaxed',
    signTime: new Date(context.clock.now()),
    headerList: SIGNED_FIELDS,
    signatureData: keys.map(({ algorithm, selector, privateKey }) => ({
      signingDomain: domain,
      selector,
      privateKey,
      algorithm: `${algorithm}-sha256`,
    })),
  };
  // Loaded on first use: not every daemon has a key.
  const { dkimSign } = await import('mailauth/lib/dkim/sign.js');
  // Its types also require a single key, which the signer ignores.
  const { signatures, errors } = await dkimSign(raw, options as DKIMSignOptions);
  const [failed] = errors ?? [];
  if (failed) throw new Error(`message from ${domain} couldn't be signed`, { cause: failed.err });
  return Buffer.concat([Buffer.from(signatures), raw]);
}
