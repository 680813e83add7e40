import type { IncomingMessage } from 'node:http';
import { Agent, type AgentOptions, request as httpsRequest, type RequestOptions } from 'node:https';
import type { LookupFunction } from 'node:net';
import { rootCertificates } from 'node:tls';
import { type AddressReach, assertReachable, RefusedTargetError, readTarget } from './address-guard.ts';
import type { AddressLookup } from './addresses.ts';
import { CLIENT_LIMITS } from './client-limits.ts';

/** A POST to a receiver that somebody else chose. */
export interface PostRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Ends the attempt, wherever it is. */
  readonly signal: AbortSignal;
}

export type PostOutcome =
  | {
      readonly kind: 'answered';
      readonly status: number;
      /** The beginning of the body, at most `answerBytes`. */
      readonly body: Buffer;
    }
  /** The URL leads where this machine must not send anything. */
  | { readonly kind: 'blocked'; readonly reason: string }
  /** No status line: the name, the connection, TLS or the protocol failed, or the signal ended it. */
  | { readonly kind: 'failed'; readonly message: string };

const { answerBytes: ANSWER_BYTES } = CLIENT_LIMITS.post;

/** Shorter than what servers usually keep an idle connection for, so that it rarely ends under a request. */
const IDLE_MS = 4000;
const IDLE_CONNECTIONS = 64;

/** How hosts are found, and which of them may be posted to. */
export interface PosterOptions {
  readonly lookup: AddressLookup;
  readonly reach: AddressReach;
  /** Certificate authorities besides those that Node trusts, PEM. */
  readonly extraAuthorities?: readonly string[];
}

interface PinnedOptions extends RequestOptions {
  readonly pinned: string;
}

/** Pools connections by checked address, so that none is reused after its name moved. */
class PinnedAgent extends Agent {
  override getName(options?: AgentOptions & { pinned?: string }): string {
    return `${super.getName(options)}|${options?.pinned ?? ''}`;
  }
}

/** Posts over pooled connections, each to an address that was resolved and checked for this request. */
export class HttpsPoster {
  readonly #options: PosterOptions;
  readonly #agent: PinnedAgent;

  constructor(options: PosterOptions) {
    this.#options = options;
    this.#agent = new PinnedAgent({
      keepAlive: true,
      maxFreeSockets: IDLE_CONNECTIONS,
      timeout: IDLE_MS,
      ...(options.extraAuthorities && { ca: [...rootCertificates, ...options.extraAuthorities] }),
    });
  }

  /** Throws `RefusedTargetError` when the URL itself isn't allowed. */
  assertPermitted(url: string): void {
    readTarget(url, this.#options.reach);
  }

  /** Throws `RefusedTargetError` when the URL isn't allowed. A name that can't be resolved now passes. */
  async assertAllowed(url: string): Promise<void> {
    const target = readTarget(url, this.#options.reach);
    if (target.address !== null) return;
    const addresses = await this.#options.lookup(target.host).catch(() => []);
    assertReachable(addresses, this.#options.reach);
  }

  async post(request: PostRequest): Promise<PostOutcome> {
    try {
      return await this.#post(request);
    } catch (error) {
      if (error instanceof RefusedTargetError) return { kind: 'blocked', reason: error.reason };
      return { kind: 'failed', message: describe(error) };
    }
  }

  close(): void {
    this.#agent.destroy();
  }

  async #post(request: PostRequest): Promise<PostOutcome> {
    const { lookup, reach } = this.#options;
    const target = readTarget(request.url, reach);
    const addresses =
      target.address === null ? await unlessAborted(lookup(target.host), request.signal) : [target.address];
    assertReachable(addresses, reach);
    const options: PinnedOptions = {
      method: 'POST',
      host: target.host,
      port: target.url.port === '' ? 443 : Number(target.url.port),
      path: `${target.url.pathname}${target.url.search}`,
      servername: target.address === null ? target.host : '',
      headers: { ...request.headers, host: target.url.host, 'content-length': request.body.length },
      agent: this.#agent,
      lookup: lookupAmong(addresses),
      signal: request.signal,
      pinned: [...addresses].sort().join(','),
    };
    return exchange(options, request.body, request.signal);
  }
}

function exchange(options: PinnedOptions, body: Buffer, signal: AbortSignal): Promise<PostOutcome> {
  return new Promise((resolve, reject) => {
    const outgoing = httpsRequest(options);
    // Resolves with the status line; later failures reject nothing.
    outgoing.on('response', (answer) => resolve(readAnswer(answer, signal)));
    // No upgrade was requested, so the answer ends here (101 Switching Protocols).
    outgoing.on('upgrade', (answer, socket) => {
      socket.destroy();
      resolve(answered(answer, []));
    });
    // A pooled connection that the receiver just closed fails too; it may have seen the request.
    outgoing.on('error', reject);
    outgoing.on('close', () => reject(new Error('the connection was closed without a response')));
    signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
    outgoing.end(body);
  });
}

/** Only the status matters; a body that's too long, breaks off or never ends is cut. */
function readAnswer(answer: IncomingMessage, signal: AbortSignal): Promise<PostOutcome> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const done = () => resolve(answered(answer, chunks));
    answer.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= ANSWER_BYTES) answer.destroy();
    });
    answer.on('end', done);
    answer.on('close', done);
    answer.on('error', done);
    signal.addEventListener('abort', done, { once: true });
  });
}

function answered({ statusCode }: IncomingMessage, chunks: readonly Buffer[]): PostOutcome {
  return {
    kind: 'answered',
    status: statusCode ?? 0,
    body: Buffer.concat(chunks).subarray(0, ANSWER_BYTES),
  };
}

/** Resolves the connection's host to the checked addresses only. */
function lookupAmong(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  return (_host, options, callback) => {
    const [first] = all;
    if (options.all || !first) callback(null, all);
    else callback(null, first.address, first.family);
  };
}

function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new Error('aborted'));
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

const MESSAGE_CHARACTERS = 200;

/** OpenSSL's error format: thread, code, library, function, reason, source. */
const OPENSSL = /[0-9A-F]*:error:[0-9A-F]+:([^:]*):[^:]*:([^:]*):.*/s;

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const [first] = error instanceof AggregateError ? error.errors : [];
  const cause = first instanceof Error ? first : error;
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
  const said = cause.message.replace(OPENSSL, '$1: $2').trim();
  const message = said.includes(code) ? said : `${code} ${said}`;
  return (message || code || 'failed').slice(0, MESSAGE_CHARACTERS);
}
