import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { syncFolderSync } from '../../system/sync-folder.ts';
import { StoreError } from '../errors.ts';

/** File of a home with the URL of its bucket. */
export const BUCKET_FILE = 'blobs.url';

/** An S3-compatible bucket for large blobs, and how this machine uses it. */
export interface BucketLocation {
  /** Where requests go, with the name of the bucket in path or host. Ends without a slash. */
  readonly base: string;
  readonly bucket: string;
  /** Beginning of all keys: empty, or ends with a slash. */
  readonly prefix: string;
  readonly region: string;
  readonly credentials: BucketCredentials;
  /** Attempts of each request. */
  readonly attempts: number;
  /** Size limit of the copies that this machine keeps, in bytes. */
  readonly cacheBytes: number;
}

export interface BucketCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

const DEFAULTS = { region: 'us-east-1', attempts: '4', cache_mb: '2048' } as const;
const PARAMETERS = new Set(['endpoint', 'region', 'path_style', 'attempts', 'cache_mb']);
const FORM =
  's3://bucket/prefix, with the parameters endpoint, region, path_style, attempts and cache_mb if needed';
/** Names that fit into a host or a path as they are. */
const BUCKET_NAME = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const PREFIX = /^[A-Za-z0-9._/-]*$/;
const MEGABYTE = 1024 * 1024;

/** The bucket of a home, as given in a flag or a variable, or written in the home; null for none. */
export function bucketOf(options: {
  readonly home: string;
  readonly given: string | undefined;
  readonly environment: Environment;
}): BucketLocation | null {
  const { home, given, environment } = options;
  if (given !== undefined) return readBucketUrl(given, 'the bucket for blobs', environment);
  const file = join(home, BUCKET_FILE);
  if (!existsSync(file)) return null;
  return readBucketUrl(readFileSync(file, 'utf8').trim(), file, environment);
}

/** Makes a home use a bucket; null for none. */
export function writeBucketUrl(home: string, url: string | null): void {
  const file = join(home, BUCKET_FILE);
  if (url === null) rmSync(file, { force: true });
  else {
    writeFileSync(`${file}.new`, `${url}\n`, { mode: 0o600, flush: true });
    renameSync(`${file}.new`, file);
  }
  syncFolderSync(home);
}

function readBucketUrl(text: string, source: string, environment: Environment): BucketLocation {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol !== 's3:' || url.hash !== '') throw new StoreError(`${source} must be ${FORM}`);
  if (url.username !== '' || url.password !== '') {
    throw new StoreError(
      `${source} must not have credentials; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY`,
    );
  }
  const bucket = url.hostname;
  if (!BUCKET_NAME.test(bucket)) throw new StoreError(`${source} has no valid name of a bucket; use ${FORM}`);
  const prefix = url.pathname.replace(/^\/+|\/+$/g, '');
  if (!PREFIX.test(prefix) || prefix.includes('//'))
    throw new StoreError(`${source} has an invalid prefix; use letters, digits, ".", "_", "-" and "/"`);
  for (const name of url.searchParams.keys()) {
    if (!PARAMETERS.has(name))
      throw new StoreError(`${source} has an unknown parameter "${name}"; use ${FORM}`);
  }
  const parameter = (name: string) => url.searchParams.get(name) ?? undefined;
  const region = parameter('region') ?? DEFAULTS.region;
  if (!/^[a-z0-9-]+$/.test(region)) throw new StoreError(`${source} has an invalid region`);
  return {
    base: baseOf(
      { bucket, region, endpoint: parameter('endpoint'), pathStyle: parameter('path_style') },
      source,
    ),
    bucket,
    prefix: prefix === '' ? '' : `${prefix}/`,
    region,
    credentials: credentialsOf(source, environment),
    attempts: wholeNumber('attempts', parameter('attempts') ?? DEFAULTS.attempts, source),
    cacheBytes: wholeNumber('cache_mb', parameter('cache_mb') ?? DEFAULTS.cache_mb, source) * MEGABYTE,
  };
}

interface Place {
  readonly bucket: string;
  readonly region: string;
  readonly endpoint: string | undefined;
  readonly pathStyle: string | undefined;
}

/** Without an endpoint the bucket is Amazon's, which wants its name in the host. */
function baseOf({ bucket, region, endpoint, pathStyle }: Place, source: string): string {
  if (pathStyle !== undefined && pathStyle !== 'true' && pathStyle !== 'false') {
    throw new StoreError(`path_style of ${source} must be true or false`);
  }
  const url = new URL(endpointOf(endpoint ?? `https://s3.${region}.amazonaws.com`, source));
  if ((pathStyle ?? String(endpoint !== undefined)) === 'true') return `${url.origin}/${bucket}`;
  url.hostname = `${bucket}.${url.hostname}`;
  return url.origin;
}

function endpointOf(text: string, source: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isOrigin = url !== null && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href;
  if (isOrigin) return text;
  throw new StoreError(`endpoint of ${source} must be https://host or http://host, with a port if needed`);
}

function wholeNumber(name: string, text: string, source: string): number {
  if (!/^[1-9][0-9]{0,8}$/.test(text))
    throw new StoreError(`${name} of ${source} must be a whole number from 1`);
  return Number(text);
}

function credentialsOf(source: string, environment: Environment): BucketCredentials {
  const { AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret, AWS_SESSION_TOKEN: token } = environment;
  if (!id || !secret) {
    throw new StoreError(`${source} needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment`);
  }
  return { accessKeyId: id, secretAccessKey: secret, ...(token && { sessionToken: token }) };
}
