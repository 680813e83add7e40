import ky from 'ky';
import type { z } from 'zod';
import type {
  BodyInputOf,
  Endpoint,
  ParamsOf,
  QueryOf,
  ReplyOf,
  RequestHeader,
} from '../../shared/contract/endpoint.ts';
import { serverHeader } from '../../shared/server-header.ts';
import { SESSION_COOKIE, SESSION_REQUEST_HEADER } from '../../shared/session-cookie.ts';
import { CommandError, UnreachableError, UsageError } from '../errors.ts';
import { type Deadline, startDeadline } from './deadline.ts';
import { ApiError } from './errors.ts';
import { isHeaderText } from './header-text.ts';
import { encodeMultipart } from './multipart.ts';

/** Default timeout of an answer. */
const ANSWER_TIMEOUT_MS = 30_000;

type Optional<Name extends string, T> = [T] extends [undefined]
  ? { readonly [K in Name]?: undefined }
  : undefined extends T
    ? { readonly [K in Name]?: T }
    : { readonly [K in Name]: T };

/** Input of a call, from the endpoint's schemas. */
export type RequestOf<E extends Endpoint> = Optional<'params', ParamsOf<E>> &
  Optional<'body', BodyInputOf<E>> & {
    readonly query?: QueryOf<E> extends undefined ? undefined : QueryOf<E>;
    readonly headers?: Partial<Record<RequestHeader, string>>;
    /** Timeout in milliseconds of calls that wait or work long. */
    readonly timeoutMs?: number;
    readonly signal?: AbortSignal;
    /** Uses the session of a signed-in person, even if a key could call. */
    readonly asPerson?: true;
  };

/** Calls endpoints. Replies of a daemon of another version are checked against the contract. */
export interface Client {
  call<E extends Endpoint>(endpoint: E, request: RequestOf<E>): Promise<ReplyOf<E>>;
  /** Opens a streaming answer; the caller reads its body. */
  open<E extends Endpoint>(endpoint: E, request: RequestOf<E>): Promise<Response>;
}

/** Address of the daemon, and the Bearer token of an endpoint, if any. */
export interface Target {
  readonly origin: string;
  /** This program's version; a daemon of the same version has the same contract. */
  readonly version?: string;
  readonly answerTimeoutMs?: number | undefined;
  readonly token: (endpoint: Endpoint) => Promise<string | undefined>;
  /** Session for calls that need one; undefined to use the token. */
  readonly session?: (endpoint: Endpoint, wish: SessionWish) => Promise<string | undefined>;
}

/** Fresh proof only works with a session; without one, the daemon's refusal tells the key. */
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

/** A client for the daemon at `target`. It never retries. */
export function createClient(target: Target, fetch: typeof globalThis.fetch): Client {
  async function send(endpoint: Endpoint, request: LooseRequest, { signal }: Deadline): Promise<Response> {
    assertHeaders(request.headers);
    const url = urlOf(target.origin, endpoint, request);
    const { body, contentType } = await bodyOf(endpoint, request.body);
    const credential = await credentialOf(target, endpoint, request);
    const response = await ky(url, {
      fetch,
      retry: 0,
      timeout: false,
      throwHttpErrors: false,
      method: endpoint.method,
      headers: {
        ...request.headers,
        ...credential,
        ...(contentType !== undefined && { 'content-type': contentType }),
      },
      redirect: 'error',
      signal,
      ...(body !== undefined && { body }),
    });
    if (!response.ok) throw await errorOf(response, credential.cookie !== undefined);
    return response;
  }

  // The endpoint value that's passed determines both types.
  return {
    call: (endpoint, request) => {
      const loose = request as LooseRequest;
      return withinDeadline(target, loose, async (deadline) => {
        const reply = await readBody(await send(endpoint, loose, deadline));
        deadline.end();
        return checked(endpoint, reply, target.version) as ReplyOf<typeof endpoint>;
      });
    },
    open: (endpoint, request) => {
      const loose = request as LooseRequest;
      return withinDeadline(target, loose, async (deadline) => {
        const response = await send(endpoint, loose, deadline);
        deadline.lift();
        return response;
      });
    },
  };
}

/** Refuses invalid header values, which would otherwise look like an unreachable daemon. */
function assertHeaders(headers: LooseRequest['headers'] = {}): void {
  for (const [name, value] of Object.entries(headers)) {
    if (isHeaderText(value)) continue;
    throw new UsageError(`"${value}" isn't a valid ${name.replaceAll('-', ' ')}.`, 'use one line of ASCII');
  }
}

/** Runs `act` under the answer deadline and maps failures to CommandErrors. */
async function withinDeadline<T>(
  { origin, answerTimeoutMs = ANSWER_TIMEOUT_MS }: Target,
  { timeoutMs = answerTimeoutMs, signal }: LooseRequest,
  act: (deadline: Deadline) => Promise<T>,
): Promise<T> {
  const deadline = startDeadline(timeoutMs, signal);
  try {
    return await act(deadline);
  } catch (error) {
    deadline.end();
    if (error instanceof CommandError || signal?.aborted) throw error;
    const reason = deadline.isOver() ? `no response within ${timeoutMs / 1000} s` : reasonOf(error);
    throw unreachable(origin, reason, error);
  }
}

/** Credentials of a call: a session if it's useful, else the token. */
async function credentialOf(
  target: Target,
  endpoint: Endpoint,
  { asPerson, body }: LooseRequest,
): Promise<Record<string, string>> {
  const wish = asPerson ? 'needed' : bringsProof(body) ? 'better' : 'none';
  const session = await target.session?.(endpoint, wish);
  if (session !== undefined) {
    const { name, value } = SESSION_REQUEST_HEADER;
    return { cookie: `${SESSION_COOKIE}=${session}`, [name]: value };
  }
  const token = await target.token(endpoint);
  return token === undefined ? {} : { authorization: `Bearer ${token}` };
}

interface WrittenBody {
  readonly body?: string | Uint8Array<ArrayBuffer>;
  readonly contentType?: string;
}

async function bodyOf(endpoint: Endpoint, body: unknown): Promise<WrittenBody> {
  if (body === undefined) return {};
  if (!endpoint.upload) return { body: JSON.stringify(body), contentType: 'application/json' };
  const { bytes, contentType } = await encodeMultipart(body);
  return { body: bytes, contentType };
}

function bringsProof(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'reauth_token' in body;
}

function urlOf(origin: string, endpoint: Endpoint, { params = {}, query = {} }: LooseRequest): URL {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const url = new URL(path, origin);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  return url;
}

interface Reply {
  readonly status: number;
  readonly server: string | null;
  /** Parsed JSON, else text; undefined for invalid JSON. */
  readonly body: unknown;
}

async function readBody(response: Response): Promise<Reply> {
  const { status, headers } = response;
  const text = await response.text();
  const isJson = headers.get('content-type')?.includes('json') === true;
  return { status, server: headers.get('server'), body: isJson ? parseJson(text) : text };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function errorOf(response: Response, inSession: boolean): Promise<CommandError> {
  const { status, body } = await readBody(response);
  const requestId = response.headers.get('x-request-id') ?? undefined;
  if (isEnvelope(body)) {
    // Sessions expire, so the key isn't to blame.
    const hint = inSession && body.code === 'UNAUTHORIZED' ? 'agentmail login EMAIL' : undefined;
    const { code, error: message, details } = body;
    return new ApiError({ status, code, message, details, requestId, hint });
  }
  return new CommandError(`The response (HTTP ${status}) isn't from an agentmail daemon.`, {
    exit: 'internal',
    code: 'UNEXPECTED_REPLY',
    details: { status },
    hint: "check AGENTMAIL_URL and the profile's url",
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

function unreachable(origin: string, reason: string, cause: unknown): UnreachableError {
  const message = `Can't reach the daemon at ${origin}: ${reason}.`;
  return new UnreachableError(message, { url: origin, reason }, cause);
}

/** The innermost cause has the reason, as `connect ECONNREFUSED …`. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return reasonOf(error.cause);
  return error.message || error.name;
}

function checked(endpoint: Endpoint, { status, server, body }: Reply, version: string | undefined): unknown {
  const isOfThisVersion = version !== undefined && server === serverHeader(version);
  if (isOfThisVersion && body !== undefined) return body;
  const parsed = endpoint.replies[status]?.safeParse(body);
  if (parsed?.success) return parsed.data;
  throw new CommandError("The daemon's response doesn't match the API contract.", {
    exit: 'internal',
    code: 'UNEXPECTED_REPLY',
    details: { endpoint: endpoint.id, status, issues: issuesOf(parsed?.error) },
    hint: 'agentmail doctor compares the versions of CLI and daemon',
  });
}

function issuesOf(error: z.ZodError | undefined): readonly string[] {
  return (error?.issues ?? []).map((issue) => `${issue.path.join('.')}: ${issue.message}`);
}
