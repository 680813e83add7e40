import { timingSafeEqual } from 'node:crypto';
import type { Secrets } from '../system/secrets.ts';

const PURPOSE = 'return-path';
const TOKEN_HEX = 16;

/** The message whose return path has this local part, or null when it has no right token. */
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

/** The envelope sender of a message: bounces to it name the message, and cannot be made up (VERP). */
export function returnPath(secrets: Secrets, messageId: string, domain: string): string {
  const id = messageId.replaceAll('-', '');
  return `bounces+${id}.${tokenOf(secrets, messageId)}@${domain}`;
}
