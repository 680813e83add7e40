import { timingSafeEqual } from 'node:crypto';
import { ServiceError } from '../errors/service-error.ts';
import { decodeBase64url } from '../system/base64url.ts';
import type { Secrets } from '../system/secrets.ts';

const PURPOSE = 'list-cursor';
const MAC_BYTES = 16;

/** Account, list and filters of a cursor; it's refused for any other. */
export interface CursorScope {
  readonly list: string;
  readonly accountId: string | null;
  readonly filters: Readonly<Record<string, unknown>>;
}

/** An opaque position: base64url of the position and its MAC over account, list and filters. */
export function writeCursor(secrets: Secrets, scope: CursorScope, position: string): string {
  return Buffer.concat([mac(secrets, scope, position), Buffer.from(position)]).toString('base64url');
}

/** Returns the position of a cursor with this scope; refuses anything else. */
export function readCursor(secrets: Secrets, scope: CursorScope, cursor: string): string {
  const bytes = decodeBase64url(cursor);
  if (bytes === null || bytes.length <= MAC_BYTES) throw new ServiceError('INVALID_CURSOR');
  const position = bytes.subarray(MAC_BYTES).toString('utf8');
  if (!timingSafeEqual(bytes.subarray(0, MAC_BYTES), mac(secrets, scope, position))) {
    throw new ServiceError('INVALID_CURSOR');
  }
  return position;
}

function mac(secrets: Secrets, scope: CursorScope, position: string): Buffer {
  const filters = Object.entries(scope.filters)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const text = JSON.stringify([scope.list, scope.accountId, filters, position]);
  return secrets.sign(PURPOSE, text).subarray(0, MAC_BYTES);
}
