import { timingSafeEqual } from 'node:crypto';
import type { Secrets } from '../../platform/system/secrets.ts';

/**
 * Message-IDs of the service's own mail. They carry a token, so that a notice that somebody forwards back is
 * recognized, and mail that only pretends to be one isn't.
 */

const PURPOSE = 'notice-message-id';
const TOKEN_HEX = 16;
const OWN = /^<notice\.([0-9a-f-]{36})\.([0-9a-f]{16})@[^@>]+>$/;

/** All Message-IDs of notices begin with it; so may others. */
export const NOTICE_PREFIX = '<notice.';

export function noticeMessageId(secrets: Secrets, id: string, domain: string): string {
  return `${NOTICE_PREFIX}${id}.${tokenOf(secrets, id)}@${domain}>`;
}

export function isOwnNotice(secrets: Secrets, messageId: string): boolean {
  const [, id = '', token = ''] = OWN.exec(messageId) ?? [];
  return id !== '' && timingSafeEqual(Buffer.from(token), Buffer.from(tokenOf(secrets, id)));
}

function tokenOf(secrets: Secrets, id: string): string {
  return secrets.sign(PURPOSE, id).toString('hex').slice(0, TOKEN_HEX);
}
