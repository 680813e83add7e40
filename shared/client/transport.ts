import { revisionKey } from '../revision-key.ts';
import { AgentMailError, NoAnswerError, RefusedError, UnexpectedReplyError } from './errors.ts';
import type { ClientOperation } from './operation.ts';
import { pause } from './pause.ts';
import type { AgentMailOptions, KeyedCallOptions } from './types.ts';

const ANSWER_SECONDS = 30;
const RETRIES = 2;
const FIRST_PAUSE_MS = 250;
/** A longer wait is up to the caller. */
const LONGEST_PAUSE_MS = 10_000;

/** One call: the operation, the parts of its path, and its input. */
export interface Request {
  readonly operation: ClientOperation;
  readonly parts: readonly string[];
  readonly input?: object | undefined;
  readonly options?: KeyedCallOptions | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Calls the API with one key. */
export class ApiTransport {
  readonly #origin: string;
  readonly #options: AgentMailOptions;
  readonly #fetch: typeof globalThis.fetch;

  constructor(options: AgentMailOptions) {
    // The page of a browser or a worker can't be called as a method of another object.
    const { fetch = (...request: Parameters<typeof globalThis.fetch>) => globalThis.fetch(...request) } =
      options;
    this.#origin = options.url.replace(/\/+$/, '');
    this.#options = options;
    this.#fetch = fetch;
  }

  /**
   * Returns the answer of a call. Repeats it, with the same idempotency key, if that is safe and may help.
   */
  async call<T>(request: Request): Promise<T> {
    const { operation, options = {} } = request;
    const isRead = operation.method === 'GET';
    const key = operation.keyed ? keyOf(request) : null;
    for (let retry = 0; ; retry++) {
      try {
        return (await this.#exchange(request, key, (response) => readReply(response, operation))) as T;
      } catch (error) {
        const delay = pauseBefore(error, retry, { isRepeatable: isRead || key !== null });
        if (delay === null || retry >= (this.#options.retries ?? RETRIES)) throw error;
        await pause(delay, options.signal);
      }
    }
  }

  /** Opens a stream; the caller reads its body. */
  open(request: Request): Promise<Response> {
    return this.#exchange(request, null, async (response) => response);
  }

  async #exchange<T>(
    request: Request,
    key: string | null,
    read: (response: Response) => Promise<T>,
  ): Promise<T> {
    const { operation, options = {} } = request;
    const { signal } = options;
    signal?.throwIfAborted();
    const seconds = options.timeout ?? this.#options.timeout ?? ANSWER_SECONDS;
    const timer = new AbortController();
    const timeout = setTimeout(() => timer.abort(), seconds * 1000);
    try {
      const response = await this.#fetch(this.#urlOf(request), {
        method: operation.method,
        headers: this.#headersOf(request, key),
        ...bodyOf(request),
        redirect: 'manual',
        signal: signal ? AbortSignal.any([signal, timer.signal]) : timer.signal,
      });
      if (!response.ok) throw refusalOf(response, await response.text());
      return await read(response);
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof AgentMailError) throw error;
      const reason = timer.signal.aborted ? `no answer within ${seconds} s` : reasonOf(error);
      throw new NoAnswerError(`Can't reach ${this.#origin}: ${reason}.`, key, error);
    } finally {
      clearTimeout(timeout);
    }
  }

  #urlOf({ operation, parts, input }: Request): string {
    const rest = [...parts];
    const path = operation.path.replace(/:\w+/g, () => encodeURIComponent(rest.shift() ?? ''));
    if (operation.takes !== 'query') return this.#origin + path;
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(input ?? {})) {
      if (value !== undefined) query.set(name, String(value));
    }
    return `${this.#origin}${path}${query.size === 0 ? '' : `?${query}`}`;
  }

  #headersOf({ operation, options, headers }: Request, key: string | null): Record<string, string> {
    return {
      authorization: `Bearer ${this.#options.key}`,
      ...(key !== null && { 'idempotency-key': key }),
      ...(options?.prefer !== undefined && { prefer: options.prefer }),
      ...(operation.takes === 'body' && { 'content-type': 'application/json' }),
      ...(operation.bytes && { accept: 'application/octet-stream' }),
      ...headers,
    };
  }
}

function bodyOf({ operation, input = {} }: Request): { body?: string | FormData } {
  if (operation.takes === 'body') return { body: JSON.stringify(input) };
  if (operation.takes !== 'form') return {};
  const form = new FormData();
  for (const [name, value] of Object.entries(input)) form.append(name, value);
  return { body: form };
}

async function readReply(response: Response, { bytes }: ClientOperation): Promise<unknown> {
  if (bytes) return new Uint8Array(await response.arrayBuffer());
  const reply = parsed(await response.text());
  if (reply === undefined) throw new UnexpectedReplyError(response.status);
  return reply;
}

function refusalOf({ status, headers }: Response, text: string): AgentMailError {
  const envelope = parsed(text);
  if (typeof envelope?.code !== 'string' || typeof envelope.error !== 'string')
    return new UnexpectedReplyError(status);
  const { code, error: message, details = {} } = envelope;
  return new RefusedError({
    code,
    message,
    status,
    details: details as Record<string, unknown>,
    requestId: headers.get('x-request-id'),
  });
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** Milliseconds until a call is worth repeating; null if it isn't, or could have a second effect. */
function pauseBefore(
  error: unknown,
  retry: number,
  { isRepeatable }: { readonly isRepeatable: boolean },
): number | null {
  const backoff = FIRST_PAUSE_MS * 2 ** retry * (0.5 + Math.random() / 2);
  if (error instanceof RefusedError) {
    const mayPass =
      error.code === 'RATE_LIMITED' ||
      (isRepeatable &&
        (error.code === 'SERVICE_UNAVAILABLE' || error.code === 'IDEMPOTENT_REQUEST_IN_FLIGHT'));
    const delay = Math.max((error.retryAfter ?? 0) * 1000, backoff);
    return mayPass && delay <= LONGEST_PAUSE_MS ? delay : null;
  }
  // A proxy answers for a daemon that it can't reach.
  const isLost =
    error instanceof NoAnswerError ||
    (error instanceof UnexpectedReplyError && error.status >= 502 && error.status <= 504);
  return isLost && isRepeatable ? backoff : null;
}

/** The innermost cause has the reason, such as `connect ECONNREFUSED …`. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message;
}

/** A new version of a denied message has a key of its own, also for a program that names keys after mail. */
function keyOf({ input, options }: Request): string {
  const { idempotencyKey: key } = options ?? {};
  const { revises }: { readonly revises?: string } = input ?? {};
  if (key === undefined) return newKey();
  return revises === undefined ? key : revisionKey(key, revises);
}

/** 128 random bits in hex. `crypto.randomUUID` exists in browsers only on secure pages. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
