import { timingSafeEqual } from 'node:crypto';
import type { AccessContext } from '../../access/context.ts';
import type { RecordStates } from '../../platform/store/schema.ts';
import type { Queries } from '../../platform/store/store.ts';
import { domainOf } from '../../platform/system/mail-address.ts';
import type { Secrets } from '../../platform/system/secrets.ts';
import { verifiedDomain } from './table.ts';

const PURPOSE = 'return-path';
const TOKEN_HEX = 16;

/** Returns the message of a return path's local part, or null when its token is wrong. */
export function readReturnPath(secrets: Secrets, local: string): string | null {
  const match =
    /^bounces\+([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})\.([0-9a-f]{16})$/.exec(
      local,
    );
  if (!match) return null;
  const messageId = match.slice(1, 6).join('-');
  return timingSafeEqual(Buffer.from(match[6] ?? ''), Buffer.from(tokenOf(secrets, messageId)))
    ? messageId
    : null;
}

function tokenOf(secrets: Secrets, messageId: string): string {
  return secrets.sign(PURPOSE, messageId).toString('hex').slice(0, TOKEN_HEX);
}

/**
 * The envelope sender of a message. It is at the domain of the sender where the DNS leads bounces here and
 * names hosts that may send (SPF is checked against this domain), else at the platform domain.
 */
export async function envelopeSender(
  { config, secrets, store }: Pick<AccessContext, 'config' | 'secrets' | 'store'>,
  { id, sender }: { readonly id: string; readonly sender: string },
): Promise<string> {
  const domain = domainOf(sender).toLowerCase();
  const isReady = domain !== config.platformDomain && (await takesBounces(store.read, domain, ['mx', 'spf']));
  return returnPath(secrets, id, isReady ? domain : config.platformDomain);
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

/** A return path with a token of its message, so that bounces can't be forged (VERP). */
export function returnPath(secrets: Secrets, messageId: string, domain: string): string {
  const id = messageId.replaceAll('-', '');
  return `bounces+${id}.${tokenOf(secrets, messageId)}@${domain}`;
}
