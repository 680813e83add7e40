import { readReturnPath, type SentMailId, takesBounces } from '../../network/domains/return-path.ts';
import type { Queries } from '../../platform/store/store.ts';
import { parseAddress, splitTag } from '../../platform/system/mail-address.ts';
import type { MailContext } from '../context.ts';

/** Kind of report that an address receives. */
export type ReportAddress = ({ readonly kind: 'bounce' } & SentMailId) | { readonly kind: 'complaint' };

const COMPLAINTS = 'complaints';

/** Recognises return paths at any domain of this daemon, and the platform's complaint address. */
export async function reportAddress(
  { config, secrets }: Pick<MailContext, 'config' | 'secrets'>,
  db: Queries,
  address: string,
): Promise<ReportAddress | null> {
  const parsed = parseAddress(address);
  if (parsed === null) return null;
  const { domain } = parsed;
  const local = parsed.local.toLowerCase();
  const isPlatform = domain === config.platformDomain;
  const mail = readReturnPath(secrets, local);
  if (mail !== null && (isPlatform || (await takesBounces(db, domain)))) {
    return { kind: 'bounce', ...mail };
  }
  return isPlatform && splitTag(local).name === COMPLAINTS ? { kind: 'complaint' } : null;
}
