import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { type BucketLocation, bucketOf } from '../../daemon/platform/store/bucket/location.ts';
import { S3_CREDENTIALS, signatureFault } from './s3-signature.ts';
import { temporaryHome } from './temporary.ts';

/** Trouble for one request. */
export type S3Trouble =
  /** An error answer; `body` replaces the XML that a bucket sends. */
  | { readonly kind: 'refuse'; readonly status: number; readonly code: string; readonly body?: string }
  /** The connection ends before the answer, after the request was carried out. */
  | { readonly kind: 'hang up' }
  /** The body of the answer ends halfway. */
  | { readonly kind: 'tear' }
  /** The object has other bytes. */
  | { readonly kind: 'damage' }
  /** The answer waits for a promise. */
  | { readonly kind: 'hold'; readonly until: Promise<void> };

interface StoredObject {
  readonly bytes: Buffer;
  readonly modified: number;
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** A bucket on a loopback port that checks signatures, with trouble as scripted. */
export class S3Server {
  readonly objects = new Map<string, StoredObject>();
  /** Method and key of each request with a right signature. */
  readonly requests: string[] = [];
  readonly bucket = 'mail';
  /** Entries of a page of a list. */
  pageSize = 1000;
  now: () => number = Date.now;
  /** Trouble for each request that it returns some for. */
  trouble: (request: { method: string; key: string }) => S3Trouble | undefined = () => undefined;
  readonly #server: Server = createServer((request, response) => void this.#answer(request, response));

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  url(prefix = 'large', parameters = ''): string {
    const { port } = this.#server.address() as AddressInfo;
    return `s3://${this.bucket}/${prefix}?endpoint=http://127.0.0.1:${port}${parameters}`;
  }

  /** Troubles for the next requests of a method, in order. */
  next(method: string, ...troubles: S3Trouble[]): void {
    this.trouble = (request) => (request.method === method ? troubles.shift() : undefined);
  }

  requestsOf(method: string): string[] {
    return this.requests.filter((request) => request.startsWith(`${method} `));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer);
    } catch {
      return;
    }
    const body = Buffer.concat(chunks);
    response.setHeader('date', new Date(this.now()).toUTCString());
    const url = new URL(request.url ?? '', 'http://host');
    const [, bucket = '', ...rest] = url.pathname.split('/').map(decodeURIComponent);
    const [method = '', key] = [request.method, rest.join('/')];
    const fault = signatureFault(request, { body, now: this.now() });
    if (fault) return refuse(response, 403, fault);
    if (bucket !== this.bucket) return refuse(response, 404, 'NoSuchBucket');
    this.requests.push(`${method} ${key}`);
    const trouble = this.trouble({ method, key });
    if (trouble?.kind === 'hold') await trouble.until;
    if (trouble?.kind === 'refuse') return refuse(response, trouble.status, trouble.code, trouble.body);
    const answer = this.#carryOut({ method, key, query: url.searchParams, body });
    if (trouble?.kind === 'hang up') return void request.socket.destroy();
    if (!answer) return refuse(response, 404, 'NoSuchKey');
    const bytes = trouble?.kind === 'damage' ? Buffer.from(answer.map((byte) => byte ^ 1)) : answer;
    response.writeHead(method === 'DELETE' ? 204 : 200, { 'content-length': bytes.length });
    if (trouble?.kind !== 'tear') return void response.end(bytes);
    response.write(bytes.subarray(0, bytes.length / 2), () => request.socket.destroy());
  }

  /** The body of the answer; null when there is no such object. */
  #carryOut(request: {
    readonly method: string;
    readonly key: string;
    readonly query: URLSearchParams;
    readonly body: Buffer;
  }): Buffer | null {
    const { method, key, query, body } = request;
    if (method === 'PUT') this.objects.set(key, { bytes: body, modified: this.now() });
    if (method === 'DELETE') this.objects.delete(key);
    if (method !== 'GET') return Buffer.alloc(0);
    return key === '' ? this.#list(query) : (this.objects.get(key)?.bytes ?? null);
  }

  #list(query: URLSearchParams): Buffer {
    const prefix = query.get('prefix') ?? '';
    const after = query.get('continuation-token') ?? '';
    const keys = [...this.objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
    const page = keys.slice(0, this.pageSize);
    const entries = page.map(
      (key) =>
        `<Contents><Key>${escaped(key)}</Key><LastModified>${new Date(this.objects.get(key)?.modified ?? 0).toISOString()}</LastModified></Contents>`,
    );
    const more =
      keys.length > page.length
        ? `<NextContinuationToken>${escaped(page.at(-1) ?? '')}</NextContinuationToken>`
        : '';
    return Buffer.from(
      `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><IsTruncated>${more !== ''}</IsTruncated>${more}${entries.join('')}</ListBucketResult>`,
    );
  }
}

function refuse(response: ServerResponse, status: number, code: string, body?: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(body ?? `<?xml version="1.0"?><Error><Code>${code}</Code><Message>…</Message></Error>`);
}

/** A bucket that ends with the test. */
export async function startBucket(): Promise<S3Server> {
  const server = new S3Server();
  await server.start();
  onTestFinished(() => server.stop());
  return server;
}

/** The location that a URL names, with the credentials of the tests. */
export function bucketAt(
  url: string,
  environment: Record<string, string | undefined> = S3_CREDENTIALS,
): BucketLocation {
  const location = bucketOf({ home: temporaryHome(), given: url, environment });
  if (!location) throw new Error('the URL names no bucket');
  return location;
}

/**
 * The URL of a real bucket for tests, whose credentials are in the usual variables; undefined without one.
 */
export const REAL_BUCKET = process.env.AGENTMAIL_TEST_S3;
