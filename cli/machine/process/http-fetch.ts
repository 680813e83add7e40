import type { ClientRequest, IncomingMessage } from 'node:http';

/**
 * `fetch` over node:http. The built-in one needs 30 ms to load, and its HTTP parser, WebAssembly that is
 * being optimised in the background, holds up the end of the process by 50 more: together three times an
 * empty Node. The classes below are what the client library uses of the Fetch standard; the build gives them
 * to it.
 */

export class LightHeaders extends Map<string, string> {
  constructor(init?: Iterable<readonly [string, string]> | Readonly<Record<string, string | undefined>>) {
    super();
    const entries = init && Symbol.iterator in init ? init : Object.entries(init ?? {});
    for (const [name, value] of entries) if (value !== undefined) this.set(name, value);
  }

  override get(name: string): string | undefined {
    // The standard returns null, a map undefined; callers only test for a value.
    return super.get(name.toLowerCase());
  }

  override has(name: string): boolean {
    return super.has(name.toLowerCase());
  }

  override set(name: string, value: string): this {
    return super.set(name.toLowerCase(), String(value));
  }

  override delete(name: string): boolean {
    return super.delete(name.toLowerCase());
  }
}

interface LightInit {
  readonly method?: string;
  readonly headers?: LightHeaders;
  readonly body?: string | FormData;
  readonly signal?: AbortSignal;
}

/** The parts of a request that the client uses. */
export class LightRequest {
  readonly [Symbol.toStringTag] = 'Request';
  readonly url: string;
  readonly method: string;
  readonly headers: LightHeaders;
  readonly signal: AbortSignal | undefined;
  /** Bodies are sent as a whole, never streamed. */
  readonly body = null;
  readonly #content: string | FormData | undefined;

  constructor(input: string | URL | LightRequest, { method, headers, body, signal }: LightInit = {}) {
    const base = input instanceof LightRequest ? input : undefined;
    this.url = base?.url ?? String(input);
    this.method = (method ?? base?.method ?? 'GET').toUpperCase();
    this.headers = new LightHeaders(headers ?? base?.headers);
    this.signal = signal ?? base?.signal;
    this.#content = body ?? (base === undefined ? undefined : base.#content);
  }

  clone(): LightRequest {
    return new LightRequest(this);
  }

  async bytes(): Promise<Uint8Array> {
    const content = this.#content ?? '';
    if (typeof content === 'string') return Buffer.from(content);
    // Node's own encoder, loaded only for uploads.
    const encoded = new Response(content);
    this.headers.set('content-type', encoded.headers.get('content-type') ?? '');
    return encoded.bytes();
  }
}

/** The parts of a response that the client uses. */
export class LightResponse {
  readonly [Symbol.toStringTag] = 'Response';
  readonly type = 'basic';
  readonly url: string;
  readonly status: number;
  readonly statusText: string;
  readonly headers: LightHeaders;
  readonly #message: IncomingMessage;
  #stream: ReadableStream<Uint8Array> | undefined;

  constructor(url: string, message: IncomingMessage) {
    this.url = url;
    this.status = message.statusCode ?? 0;
    this.statusText = message.statusMessage ?? '';
    this.headers = new LightHeaders(
      Object.entries(message.headers).map(([name, value]) => [name, String(value)] as const),
    );
    this.#message = message;
  }

  get ok(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  /** For streaming answers; others are read as a whole, which costs less. */
  get body(): ReadableStream<Uint8Array> {
    this.#stream ??= process
      .getBuiltinModule('node:stream')
      .Readable.toWeb(this.#message) as ReadableStream<Uint8Array>;
    return this.#stream;
  }

  async text(): Promise<string> {
    return readText(this.#message).catch((cause: unknown) => {
      throw failed(cause);
    });
  }

  async json(): Promise<unknown> {
    return JSON.parse(await this.text());
  }
}

/** Fields used of a request, our own or a standard one. */
interface AnyRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Iterable<readonly [string, string]>;
  readonly signal?: AbortSignal | undefined;
  bytes(): Promise<Uint8Array>;
}

async function exchange(request: AnyRequest, signal = request.signal): Promise<LightResponse> {
  const body = await request.bytes();
  const url = new URL(request.url);
  const { request: open } = process.getBuiltinModule(url.protocol === 'https:' ? 'node:https' : 'node:http');
  return new Promise((resolve, reject) => {
    const fail = (cause: unknown) => reject(signal?.aborted ? signal.reason : failed(cause));
    const outgoing: ClientRequest = open(url, {
      method: request.method,
      headers: {
        ...Object.fromEntries(request.headers),
        // Node doesn't frame the body of a DELETE or GET, so the server wouldn't see it.
        ...(body.length > 0 && { 'content-length': String(body.length) }),
      },
      ...(signal ? { signal } : {}),
    });
    outgoing.on('error', fail);
    outgoing.on('response', (message) => resolve(new LightResponse(request.url, message)));
    outgoing.end(body.length === 0 ? undefined : body);
  });
}

function readText(message: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    message.setEncoding('utf8');
    message.on('data', (part: string) => {
      text += part;
    });
    message.on('error', reject);
    message.on('end', () => resolve(text));
    message.on('close', () => {
      if (!message.complete) reject(new Error('the connection was closed in the middle of the response'));
    });
  });
}

/** The standard's error type, which callers recognise as a network failure. */
function failed(cause: unknown): TypeError {
  return new TypeError('fetch failed', { cause });
}

export const fetchOverHttp: typeof globalThis.fetch = async (input, init) =>
  // The client passes a whole request, and of the response reads what LightResponse has.
  (await exchange(input as unknown as AnyRequest, init?.signal ?? undefined)) as unknown as Response;
