import { readReturnPath } from '../../outbound/return-path.ts';
import { parseAddress, splitTag } from '../../recipients/address.ts';
import type { Secrets } from '../../system/secrets.ts';

/** Which report an address of the platform domain takes. */
export type ReportAddress =
  | { readonly kind: 'bounce'; readonly messageId: string }
  | { readonly kind: 'complaint' };

const COMPLAINTS = 'complaints';

/** Reads the return path of a message, whose token cannot be made up, and the address for complaints. */
export function reportAddress(
  secrets: Secrets,
  platformDomain: string,
  address: string,
): ReportAddress | null {
  const parsed = parseAddress(address);
  if (parsed?.domain !== platformDomain) return null;
  const messageId = readReturnPath(secrets, parsed.local.toLowerCase());
  if (messageId !== null) return { kind: 'bounce', messageId };
  return splitTag(parsed.local.toLowerCase()).name === COMPLAINTS ? { kind: 'complaint' } : null;
}
