import ky, { HTTPError, type Options } from 'ky';
import type { z } from 'zod';
import type {
  BodyInputOf,
  Endpoint,
  ParamsOf,
  QueryOf,
  ReplyOf,
  RequestHeader,
} from '../../shared/contract/endpoint.ts';
import { SESSION_COOKIE, SESSION_REQUEST_HEADER } from '../../shared/session-cookie.ts';
import { CommandError, UnreachableError } from '../errors.ts';
import { ApiError } from './errors.ts';
import { encodeMultipart } from './multipart.ts';

/** How long a daemon may take to answer before it counts as unreachable. */
const ANSWER_TIMEOUT_MS = 30_000;

type Optional<Name extends string, T> = [T] extends [undefined]
  ? { readonly [K in Name]?: undefined }
  : undefined extends T
    ? { readonly [K in Name]?: T }
    : { readonly [K in Name]: T };

/** What a call of an endpoint takes, from the endpoint's own schemas. */
export type RequestOf<E extends Endpoint> = Optional<'params', ParamsOf<E>> &
  Optional<'body', BodyInputOf<E>> & {
    readonly query?: QueryOf<E> extends undefined ? undefined : QueryOf<E>;
    readonly headers?: Partial<Record<RequestHeader, string>>;
    /** For calls that wait: how long the answer may take, in milliseconds. */
    readonly timeoutMs?: number;
    readonly signal?: AbortSignal;
    /** Calls with the session of the person who signed in, though a key could call too. */
    readonly asPerson?: true;
  };

/** Calls endpoints of the contract; replies are checked against it. */
export interface Client {
  call<E extends Endpoint>(endpoint: E, request: RequestOf<E>): Promise<ReplyOf<E>>;
  /** Opens an answer that has no end; the caller reads its body. */
  open<E extends Endpoint>(endpoint: E, request: RequestOf<E>): Promise<Response>;
}

/** Where to call, and the Bearer token for an endpoint; undefined for none. */
export interface Target {
  readonly origin: string;
  readonly token: (endpoint: Endpoint) => Promise<string | undefined>;
  /** The session of a signed-in person for calls that need one, or undefined for the token. */
  readonly session?: (endpoint: Endpoint, wish: SessionWish) => Promise<string | undefined>;
}

/** Fresh proof is of use to a session only; without one, the daemon says so to the key. */
export type SessionWish = 'needed' | 'better' | 'none';

interface LooseRequest {
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
  readonly headers?: Partial<Record<RequestHeader, string>> | undefined;
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly asPerson?: true | undefined;
}

/** A client for the daemon at `target`. It never repeats a request by itself. */
export function createClient(target: Target, fetch: typeof globalThis.fetch): Client {
  async function send(endpoint: Endpoint, request: LooseRequest, timeout: number | false): Promise<Response> {
    const url = new URL(pathOf(endpoint, request.params), target.origin);
    for (const [name, value] of Object.entries(request.query ?? {})) {
      if (value !== undefined) url.searchParams.set(name, String(value));
    }
    const { json, body, contentType } = await bodyOf(endpoint, request.body);
    const options: Options = {
      method: endpoint.method,
      headers: {
        ...request.headers,
        ...(await authorization(endpoint, request)),
        ...(contentType !== undefined && { 'content-type': contentType }),
      },
      timeout,
      retry: 0,
      redirect: 'error',
      fetch,
      ...(json !== undefined && { json }),
      ...(body !== undefined && { body }),
      ...(request.signal === undefined ? {} : { signal: request.signal }),
    };
    return respond(url, options);
  }
  async function authorization(endpoint: Endpoint, request: LooseRequest): Promise<Record<string, string>> {
    const wish = request.asPerson ? 'needed' : bringsProof(request.body) ? 'better' : 'none';
    const session = await target.session?.(endpoint, wish);
    if (session !== undefined) {
      const { name, value } = SESSION_REQUEST_HEADER;
      return { cookie: `${SESSION_COOKIE}=${session}`, [name]: value };
    }
    const token = await target.token(endpoint);
    return token === undefined ? {} : { authorization: `Bearer ${token}` };
  }
  // The request and the reply are typed by the endpoint value that is passed along.
  return {
    call: async (endpoint, request) => {
      const loose = request as LooseRequest;
      const response = await send(endpoint, loose, loose.timeoutMs ?? ANSWER_TIMEOUT_MS);
      return (await readReply(endpoint, response)) as ReplyOf<typeof endpoint>;
    },
    open: (endpoint, request) => send(endpoint, request as LooseRequest, false),
  };
}

interface WrittenBody {
  readonly json?: unknown;
  readonly body?: Uint8Array<ArrayBuffer>;
  readonly contentType?: string;
}

async function bodyOf(endpoint: Endpoint, body: unknown): Promise<WrittenBody> {
  if (body === undefined) return {};
  if (!endpoint.upload) return { json: body };
  const { bytes, contentType } = await encodeMultipart(body);
  return { body: bytes, contentType };
}

function bringsProof(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'reauth_token' in body;
}

function pathOf(endpoint: Endpoint, params: Readonly<Record<string, string>> = {}): string {
  return endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}

async function respond(url: URL, options: Options): Promise<Response> {
  try {
    return await ky(url, options);
  } catch (error) {
    if (error instanceof HTTPError) throw apiError(error);
    if (options.signal?.aborted) throw error;
    throw unreachable(url, error);
  }
}

function apiError(error: HTTPError): CommandError {
  const { response, data } = error;
  const requestId = response.headers.get('x-request-id') ?? undefined;
  if (isEnvelope(data)) {
    return new ApiError({
      status: response.status,
      code: data.code,
      message: data.error,
      details: data.details,
      requestId,
    });
  }
  return new CommandError(`The answer (HTTP ${response.status}) does not come from an agentmail daemon.`, {
    exit: 'internal',
    code: 'UNEXPECTED_REPLY',
    details: { status: response.status },
    hint: 'check AGENTMAIL_URL and the url of the profile',
  });
}

interface Envelope {
  readonly error: string;
  readonly code: string;
  readonly details?: Record<string, unknown>;
}

function isEnvelope(data: unknown): data is Envelope {
  return (
    typeof data === 'object' &&
    data !== null &&
    'error' in data &&
    typeof data.error === 'string' &&
    'code' in data &&
    typeof data.code === 'string'
  );
}

function unreachable(url: URL, error: unknown): UnreachableError {
  const reason =
    error instanceof Error && error.name === 'TimeoutError' ? 'it did not answer in time' : reasonOf(error);
  return new UnreachableError(
    `The daemon at ${url.origin} cannot be reached: ${reason}.`,
    { url: url.origin, reason },
    error,
  );
}

/** The innermost cause is the one that says what happened, as `connect ECONNREFUSED …`. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return reasonOf(error.cause);
  return error.message || error.name;
}

async function readReply(endpoint: Endpoint, response: Response): Promise<unknown> {
  const reply = await readBody(response);
  const schema = endpoint.replies[response.status];
  const parsed = schema?.safeParse(reply);
  if (parsed?.success) return parsed.data;
  throw new CommandError('The daemon answered something that its contract does not say.', {
    exit: 'internal',
    code: 'UNEXPECTED_REPLY',
    details: { endpoint: endpoint.id, status: response.status, issues: issuesOf(parsed?.error) },
    hint: 'agentmail doctor compares the versions of command line and daemon',
  });
}

async function readBody(response: Response): Promise<unknown> {
  try {
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    return isJson ? JSON.parse(text) : text;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw unreachable(new URL(response.url), error);
  }
}

function issuesOf(error: z.ZodError | undefined): readonly string[] {
  return (error?.issues ?? []).map((issue) => `${issue.path.join('.')}: ${issue.message}`);
}
