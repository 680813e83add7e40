import type { Context } from '../../context.ts';
import { readReturnPath, takesBounces } from '../../outbound/return-path.ts';
import { parseAddress, splitTag } from '../../recipients/address.ts';
import type { Queries } from '../../store/store.ts';

/** Which report an address takes. */
export type ReportAddress =
  | { readonly kind: 'bounce'; readonly messageId: string }
  | { readonly kind: 'complaint' };

const COMPLAINTS = 'complaints';

/** Reads a return path at any domain that this daemon receives for, and the platform's address for complaints. */
export async function reportAddress(
  { config, secrets }: Pick<Context, 'config' | 'secrets'>,
  db: Queries,
  address: string,
): Promise<ReportAddress | null> {
  const parsed = parseAddress(address);
  if (parsed === null) return null;
  const { domain } = parsed;
  const local = parsed.local.toLowerCase();
  const isPlatform = domain === config.platformDomain;
  const messageId = readReturnPath(secrets, local);
  if (messageId !== null && (isPlatform || (await takesBounces(db, domain)))) {
    return { kind: 'bounce', messageId };
  }
  return isPlatform && splitTag(local).name === COMPLAINTS ? { kind: 'complaint' } : null;
}
