import { BucketError } from './errors.ts';

/** An answer of a bucket, with its body. */
export interface BucketAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
}

/** Codes of refusals that the operator has to solve, with how. */
const REFUSALS: Readonly<Record<string, string>> = {
  NoSuchBucket: "the bucket doesn't exist",
  InvalidAccessKeyId: 'AWS_ACCESS_KEY_ID is unknown there',
  SignatureDoesNotMatch: 'AWS_SECRET_ACCESS_KEY, or the region, is wrong',
  AccessDenied:
    'the credentials may not do this; they need to list the bucket, and to get, put and delete objects',
  ExpiredToken: 'AWS_SESSION_TOKEN has expired',
  InvalidToken: 'AWS_SESSION_TOKEN is invalid',
  AuthorizationHeaderMalformed: 'the region is wrong',
  PermanentRedirect: 'the bucket is in another region, or needs another endpoint',
  TemporaryRedirect: 'the bucket is in another region, or needs another endpoint',
};

const OVERLOADED = new Set(['SlowDown', 'RequestTimeout', 'InternalError', 'ServiceUnavailable']);

/** The error of an answer that isn't a success. */
export function refusalOf({ status, headers, body }: BucketAnswer): BucketError {
  const code = /<Code>([A-Za-z]{1,100})<\/Code>/.exec(body.toString('utf8'))?.[1] ?? '';
  const answered = `it answered ${status}${code && ` ${code}`}`;
  if (code === 'RequestTimeTooSkewed') return new BucketError(skewOf(headers), { isTransient: false });
  const known = REFUSALS[code];
  if (known) return new BucketError(`${known} (${answered})`, { isTransient: false });
  const isTransient = status >= 500 || status === 429 || status === 408 || OVERLOADED.has(code);
  return new BucketError(answered, { isTransient });
}

function skewOf(headers: Headers): string {
  const seconds = Math.round((Date.now() - Date.parse(headers.get('date') ?? '')) / 1000);
  const by = Number.isNaN(seconds) ? '' : ` by ${Math.abs(seconds)} s`;
  return `the clock of this machine differs from its clock${by}`;
}
