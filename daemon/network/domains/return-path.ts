import { timingSafeEqual } from 'node:crypto';
import type { AccessContext } from '../../access/context.ts';
import type { RecordStates } from '../../platform/store/schema.ts';
import type { Queries } from '../../platform/store/store.ts';
import { domainOf } from '../../platform/system/mail-address.ts';
import type { Secrets } from '../../platform/system/secrets.ts';
import { verifiedDomain } from './table.ts';

const PURPOSE = 'return-path';
const TOKEN_HEX = 16;

/** A mail that left: a message, and the place of its recipient in the list of several. */
export interface SentMailId {
  readonly messageId: string;
  readonly recipient: number | null;
}

const RETURN_PATH =
  /^bounces\+([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})(?:-(\d{1,3}))?\.([0-9a-f]{16})$/;

/** Returns the mail of a return path's local part, or null when its token is wrong. */
export function readReturnPath(secrets: Secrets, local: string): SentMailId | null {
  const match = RETURN_PATH.exec(local);
  if (!match) return null;
  const mail = {
    messageId: match.slice(1, 6).join('-'),
    recipient: match[6] === undefined ? null : Number(match[6]),
  };
  const isGenuine = timingSafeEqual(Buffer.from(match[7] ?? ''), Buffer.from(tokenOf(secrets, mail)));
  return isGenuine ? mail : null;
}

function tokenOf(secrets: Secrets, { messageId, recipient }: SentMailId): string {
  const name = recipient === null ? messageId : `${messageId}-${recipient}`;
  return secrets.sign(PURPOSE, name).toString('hex').slice(0, TOKEN_HEX);
}

/**
 * The envelope sender of a message; `place` is that of its recipient among several. It is at the domain of
 * the sender where the DNS leads bounces here and names hosts that may send (SPF is checked against this
 * domain), else at the platform domain.
 */
export async function envelopeSender(
  { config, secrets, store }: Pick<AccessContext, 'config' | 'secrets' | 'store'>,
  {
    id,
    sender,
    place = null,
  }: { readonly id: string; readonly sender: string; readonly place?: number | null },
): Promise<string> {
  const domain = domainOf(sender).toLowerCase();
  const isReady = domain !== config.platformDomain && (await takesBounces(store.read, domain, ['mx', 'spf']));
  const mail = { messageId: id, recipient: place };
  return returnPath(secrets, mail, isReady ? domain : config.platformDomain);
}

/** Whether a customer's domain leads mail here, with these records found at the last check. */
export async function takesBounces(
  db: Queries,
  domain: string,
  records: readonly (keyof RecordStates)[] = [],
): Promise<boolean> {
  const own = await verifiedDomain(db, domain);
  if (own?.transport_mode !== 'managed') return false;
  const states = own.record_states;
  return records.every((purpose) => states[purpose] === 'pass');
}

/** A return path with a token of its mail, so that bounces can't be forged (VERP). */
export function returnPath(secrets: Secrets, mail: SentMailId, domain: string): string {
  const id = mail.messageId.replaceAll('-', '');
  const place = mail.recipient === null ? '' : `-${mail.recipient}`;
  return `bounces+${id}${place}.${tokenOf(secrets, mail)}@${domain}`;
}
