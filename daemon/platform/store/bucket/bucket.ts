import { createHash } from 'node:crypto';
import { AwsV4Signer } from 'aws4fetch';
import { CutShortError, readBody } from '../../system/bounded.ts';
import { CLIENT_LIMITS } from '../../system/client-limits.ts';
import { BucketError } from './errors.ts';
import { type ObjectPage, readPage } from './listing.ts';
import type { BucketLocation } from './location.ts';
import { type BucketAnswer, refusalOf } from './refusals.ts';

type BucketLimits = { readonly [Name in keyof typeof CLIENT_LIMITS.bucket]: number };

/** Milliseconds before the second attempt; each later pause is three times as long. */
const FIRST_PAUSE = 200;
/** Requests under way at once. */
const PARALLEL = 16;

type BucketOperation = 'put' | 'get' | 'delete' | 'list';

/** Called when a request starts; the returned function is called when it ends. */
export type RequestTimer = (operation: BucketOperation) => (outcome: 'done' | 'missing' | 'failed') => void;

interface BucketOptions {
  readonly requestStarted?: RequestTimer;
  readonly limits?: BucketLimits;
  /** Waits some milliseconds, unless the signal is aborted. */
  readonly pause?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

interface BucketRequest {
  readonly method: 'PUT' | 'GET' | 'DELETE';
  /** Key of an object; without it the request is about the bucket. */
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  readonly attempts?: number;
  /** Throws if the answer must not be used. */
  readonly check?: (answer: BucketAnswer) => void;
}

/** SHA-256 in hexadecimal digits. */
export function sha256Of(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

/**
 * Objects of an S3-compatible bucket, below the prefix of its location. A request that fails is repeated
 * where that may help, and ends as a BucketError.
 */
export class Bucket {
  readonly #location: BucketLocation;
  readonly #started: RequestTimer;
  readonly #pause: NonNullable<BucketOptions['pause']>;
  readonly #limits: BucketLimits;
  readonly #closed = new AbortController();
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(location: BucketLocation, options: BucketOptions = {}) {
    this.#location = location;
    this.#started = options.requestStarted ?? (() => () => undefined);
    this.#pause = options.pause ?? pause;
    this.#limits = options.limits ?? CLIENT_LIMITS.bucket;
  }

  /** Stores an object, durably. The bucket checks the digest. */
  async put(key: string, content: Buffer): Promise<void> {
    await this.#request('put', { method: 'PUT', key, body: content });
  }

  /** The bytes of an object with this digest; null when it doesn't exist. */
  async get(key: string, sha256: string): Promise<Buffer | null> {
    const check = ({ body }: BucketAnswer) => {
      if (sha256Of(body) !== sha256)
        throw new BucketError(`object ${key} has other bytes than were stored`, { isTransient: true });
    };
    const answer = await this.#request('get', { method: 'GET', key, check });
    return answer?.body ?? null;
  }

  /** Deletes an object, if it exists. */
  async delete(key: string, attempts?: number): Promise<void> {
    await this.#request('delete', { method: 'DELETE', key, ...(attempts !== undefined && { attempts }) });
  }

  /** Up to 1,000 objects whose keys begin with `prefix`, in order of keys. */
  async list(prefix: string, continuation: string | null): Promise<ObjectPage> {
    const query = {
      'list-type': '2',
      prefix: `${this.#location.prefix}${prefix}`,
      ...(continuation !== null && { 'continuation-token': continuation }),
    };
    const answer = await this.#request('list', { method: 'GET', query });
    if (!answer) throw new BucketError("the bucket doesn't exist", { isTransient: false });
    return readPage(answer, this.#location.prefix);
  }

  /** Ends all requests. */
  close(): void {
    this.#closed.abort(new BucketError('the daemon is stopping', { isTransient: false }));
  }

  /** Null when the object doesn't exist. */
  async #request(operation: BucketOperation, request: BucketRequest): Promise<BucketAnswer | null> {
    const ended = this.#started(operation);
    const signal = AbortSignal.any([this.#closed.signal, AbortSignal.timeout(this.#limits.request)]);
    try {
      await this.#enter(signal);
      const answer = await this.#repeat(request, signal).finally(() => this.#leave());
      ended(answer ? 'done' : 'missing');
      return answer;
    } catch (error) {
      ended('failed');
      throw error;
    }
  }

  async #repeat(request: BucketRequest, signal: AbortSignal): Promise<BucketAnswer | null> {
    const { attempts = this.#location.attempts } = request;
    for (let attempt = 1; ; attempt++) {
      try {
        const answer = await this.#attempt(request, signal);
        if (answer) request.check?.(answer);
        return answer;
      } catch (error) {
        const isTransient = error instanceof BucketError && error.isTransient;
        if (!isTransient || attempt >= attempts || signal.aborted) throw error;
        // Others that failed at the same moment shouldn't come back at the same moment.
        await this.#pause(FIRST_PAUSE * 3 ** (attempt - 1) * (0.5 + Math.random()), signal);
      }
    }
  }

  async #attempt(request: BucketRequest, signal: AbortSignal): Promise<BucketAnswer | null> {
    const { url, headers } = await this.#sign(request);
    const { method, body: content } = request;
    let answer: BucketAnswer;
    try {
      const response = await fetch(url, {
        method,
        headers,
        // Node hands it on as it is; the type knows no buffer that other threads may share.
        ...(content && { body: content as Uint8Array<ArrayBuffer> }),
        redirect: 'manual',
        signal: AbortSignal.any([signal, AbortSignal.timeout(this.#limits.attempt)]),
      });
      const isObject = response.ok && request.key !== undefined;
      const body = await readBody(response, isObject ? this.#limits.bytes : this.#limits.answerBytes);
      answer = { status: response.status, headers: response.headers, body };
    } catch (error) {
      throw failureOf(error);
    }
    if (answer.status === 200 || answer.status === 204) return answer;
    const refusal = refusalOf(answer);
    if (answer.status === 404 && request.key !== undefined && !/NoSuchBucket/.test(refusal.message))
      return null;
    throw refusal;
  }

  #sign({ method, key, query = {}, body }: BucketRequest) {
    const { base, prefix, region, credentials } = this.#location;
    const url = new URL(key === undefined ? base : `${base}/${prefix}${key}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const headers = { 'x-amz-content-sha256': sha256Of(body ?? Buffer.alloc(0)) };
    return new AwsV4Signer({ ...credentials, method, url: url.href, headers, region, service: 's3' }).sign();
  }

  /** Waits for its turn; rejects when that takes too long. */
  async #enter(signal: AbortSignal): Promise<void> {
    if (this.#running < PARALLEL) {
      this.#running++;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const giveUp = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(enter), 1);
        reject(failureOf(signal.reason));
      };
      const enter = (): void => {
        signal.removeEventListener('abort', giveUp);
        resolve();
      };
      this.#waiting.push(enter);
      signal.addEventListener('abort', giveUp, { once: true });
    });
  }

  /** The next request takes the place of the one that ended. */
  #leave(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#running--;
  }
}

function failureOf(error: unknown): BucketError {
  if (error instanceof BucketError) return error;
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const reason = cause instanceof Error ? cause.message || cause.name : String(cause);
  const isTransient = !(error instanceof CutShortError);
  return new BucketError(reason, { isTransient, cause: error });
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
