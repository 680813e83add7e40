import { HEX_HEADER, SIGNATURE_HEADER, TIMESTAMP_HEADER } from '../../../shared/receiver/webhooks.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import type { RequestHeaders } from './secrets.ts';

const NAME = /^[A-Za-z0-9-]{1,64}$/;
const RESERVED: ReadonlySet<string> = new Set([
  'content-type',
  'content-length',
  'host',
  'user-agent',
  SIGNATURE_HEADER,
  TIMESTAMP_HEADER,
  HEX_HEADER,
  'transfer-encoding',
  'connection',
  'expect',
  'te',
  'upgrade',
  'keep-alive',
  'trailer',
]);
const RESERVED_PREFIX = 'proxy-';

/** Sorted names; JavaScript alone would put numeric ones first. */
export function namesOf(headers: RequestHeaders): string[] {
  return Object.keys(headers).sort();
}

/** Checks custom headers and normalises their names: lower case and sorted. */
export function readRequestHeaders(given: RequestHeaders): RequestHeaders {
  const headers = new Map<string, string>();
  for (const [name, value] of Object.entries(given)) {
    const key = name.toLowerCase();
    const header = { header: name.slice(0, 100) };
    if (!NAME.test(name)) throw new ServiceError('WEBHOOK_HEADER_INVALID', header);
    if (RESERVED.has(key) || key.startsWith(RESERVED_PREFIX)) {
      throw new ServiceError('WEBHOOK_HEADER_RESERVED', header);
    }
    if (headers.has(key)) throw new ServiceError('WEBHOOK_HEADER_DUPLICATE', header);
    headers.set(key, value);
  }
  return Object.fromEntries([...headers].sort(([a], [b]) => (a < b ? -1 : 1)));
}
