import type { Secrets } from '../system/secrets.ts';

const PURPOSE = 'return-path';
const TOKEN_HEX = 16;

/** The envelope sender of a message: bounces to it name the message, and cannot be made up (VERP). */
export function returnPath(secrets: Secrets, messageId: string, domain: string): string {
  const id = messageId.replaceAll('-', '');
  const token = secrets.sign(PURPOSE, messageId).toString('hex').slice(0, TOKEN_HEX);
  return `bounces+${id}.${token}@${domain}`;
}
