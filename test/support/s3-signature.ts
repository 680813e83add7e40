import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Credentials that requests have to be signed with. */
export const S3_CREDENTIALS = {
  AWS_ACCESS_KEY_ID: 'TESTKEY',
  AWS_SECRET_ACCESS_KEY: 'a secret/of+tests',
} as const;

/** Milliseconds by which the time of a request may differ. */
const SKEW = 15 * 60_000;

const hex = (content: Buffer | string) => createHash('sha256').update(content).digest('hex');
const mac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest();
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

type SignedRequest = Pick<IncomingMessage, 'method' | 'url' | 'headers'>;

interface Verification {
  readonly body: Buffer;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly credentials?: { readonly [Name in keyof typeof S3_CREDENTIALS]: string };
}

/** The code of what is wrong with the signature (version 4) of a request; null when it's right. */
export function signatureFault(
  request: SignedRequest,
  { body, now, credentials = S3_CREDENTIALS }: Verification,
): string | null {
  const { authorization = '', 'x-amz-date': date, 'x-amz-content-sha256': digest } = request.headers;
  const parts =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/.exec(
      authorization,
    );
  if (!parts || typeof date !== 'string') return 'AccessDenied';
  const [, id = '', day = '', region = '', names = '', signature = ''] = parts;
  if (id !== credentials.AWS_ACCESS_KEY_ID) return 'InvalidAccessKeyId';
  const [, year, month, rest, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(date) ?? [];
  const at = Date.parse(`${year}-${month}-${rest}T${hour}:${minute}:${second}Z`);
  if (!(Math.abs(at - now) <= SKEW)) return 'RequestTimeTooSkewed';
  if (digest !== hex(body)) return 'XAmzContentSHA256Mismatch';
  if (!names.split(';').includes('host') || !names.split(';').includes('x-amz-content-sha256'))
    return 'AccessDenied';
  const url = new URL(request.url ?? '', 'http://host');
  const query = [...url.searchParams].map(([name, value]) => `${encoded(name)}=${encoded(value)}`).sort();
  const headers = names.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`);
  const canonical = [
    request.method,
    url.pathname
      .split('/')
      .map((part) => encoded(decodeURIComponent(part)))
      .join('/'),
    query.join('&'),
    headers.join(''),
    names,
    digest,
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const secret = credentials.AWS_SECRET_ACCESS_KEY;
  const key = [day, region, 's3', 'aws4_request'].reduce<Buffer | string>(mac, `AWS4${secret}`);
  const expected = mac(key, ['AWS4-HMAC-SHA256', date, scope, hex(canonical)].join('\n'));
  return timingSafeEqual(expected, Buffer.from(signature, 'hex')) ? null : 'SignatureDoesNotMatch';
}
