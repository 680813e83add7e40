import ky, {
  type HTTPError,
  isHTTPError,
  isNetworkError,
  isTimeoutError,
  type KyResponse,
  type Options,
  type ResponsePromise,
} from 'ky';
import type { z } from 'zod';
import { CALLER_HEADER } from '../../shared/caller-header.ts';
import {
  type Endpoint,
  type EndpointRequest,
  pathOf,
  type ReplyOf,
  type RequestHeader,
} from '../../shared/contract/endpoint.ts';
import type { UploadedFile } from '../../shared/contract/staged-attachments.ts';
import { serverHeader } from '../../shared/server-header.ts';
import { SESSION_COOKIE, SESSION_REQUEST_HEADER } from '../../shared/session-cookie.ts';
import { CommandError, UnreachableError, UsageError } from '../errors.ts';
import { ApiError } from './errors.ts';
import { isHeaderText } from './header-text.ts';
import type { Advised } from './hints.ts';

/** Default timeout of an answer. */
const ANSWER_TIMEOUT_MS = 30_000;

/** Input of a call, from the endpoint's schemas. */
export type RequestOf<E extends Endpoint> = EndpointRequest<E> & {
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
export interface DaemonTarget {
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

type SearchParams = Record<string, string | number | boolean | undefined>;

interface LooseRequest {
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly query?: SearchParams | undefined;
  readonly body?: unknown;
  readonly headers?: Partial<Record<RequestHeader, string>> | undefined;
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly asPerson?: true | undefined;
}

/** A client for the daemon at `target`. */
export function createClient(target: DaemonTarget, fetch: typeof globalThis.fetch): Client {
  const api = ky.create({
    prefix: target.origin,
    fetch,
    redirect: 'error',
    // Callers retry: they look up the daemon first, which may have another port after a restart.
    retry: 0,
    // The time for an answer includes its body.
    timeout: false,
  });

  async function exchange<T>(
    endpoint: Endpoint,
    request: LooseRequest,
    read: (sent: ResponsePromise) => Promise<T>,
  ): Promise<T> {
    const { timeoutMs = target.answerTimeoutMs ?? ANSWER_TIMEOUT_MS, signal } = request;
    try {
      const options = await optionsOf(target, endpoint, request);
      return await read(api(pathOf(endpoint, request.params), { ...options, totalTimeout: timeoutMs }));
    } catch (error) {
      if (signal?.aborted) throw error;
      throw isHTTPError(error) ? refusalOf(error, endpoint) : failureOf(error, target.origin, timeoutMs);
    }
  }

  // The endpoint value that's passed determines both types.
  return {
    call: (endpoint, request) =>
      exchange(endpoint, request as LooseRequest, async (sent) => {
        const response = await sent;
        const reply = replyOf(response, await sent.text());
        return checked(endpoint, reply, target.version) as ReplyOf<typeof endpoint>;
      }),
    open: (endpoint, request) => exchange(endpoint, request as LooseRequest, (sent) => sent),
  };
}

async function optionsOf(target: DaemonTarget, endpoint: Endpoint, request: LooseRequest): Promise<Options> {
  const { headers, query, body, signal } = request;
  assertHeaders(headers);
  return {
    method: endpoint.method,
    headers: { ...headers, ...(await credentialOf(target, endpoint, request)) },
    ...(query && { searchParams: query }),
    ...(body !== undefined && (endpoint.upload ? { body: formOf(body) } : { json: body })),
    ...(signal && { signal }),
  };
}

/** Turns the other errors of ky into errors of commands. */
function failureOf(error: unknown, origin: string, timeoutMs: number): unknown {
  if (isTimeoutError(error)) return unreachable(origin, `no response within ${timeoutMs / 1000} s`, error);
  // If a body breaks off, ky passes on the TypeError of fetch.
  if (isNetworkError(error) || error instanceof TypeError) return unreachable(origin, reasonOf(error), error);
  return error;
}

/** Refuses invalid header values, which would otherwise look like an unreachable daemon. */
function assertHeaders(headers: LooseRequest['headers'] = {}): void {
  for (const [name, value] of Object.entries(headers)) {
    if (isHeaderText(value)) continue;
    throw new UsageError(`"${value}" isn't a valid ${name.replaceAll('-', ' ')}.`, 'use one line of ASCII');
  }
}

/** Credentials of a call: a session if it's useful, else the token. */
async function credentialOf(
  target: DaemonTarget,
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

function formOf(body: unknown): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body ?? {})) {
    if (isFile(value)) form.append(name, new Blob([Uint8Array.from(value.content)]), value.filename);
    else form.append(name, String(value));
  }
  return form;
}

function isFile(value: unknown): value is UploadedFile {
  return typeof value === 'object' && value !== null && 'content' in value;
}

function bringsProof(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'reauth_token' in body;
}

interface HttpReply {
  readonly status: number;
  readonly server: string | null;
  /** Parsed JSON, else text; undefined for invalid JSON. */
  readonly body: unknown;
}

function replyOf({ status, headers }: KyResponse, text: string): HttpReply {
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

/** Whom advice is for, by the role that the daemon names. */
const ADVISED: Readonly<Record<string, Advised>> = { admin: 'person', agent: 'agent' };

function refusalOf({ response, request, data }: HTTPError, { who }: Endpoint): CommandError {
  const { status } = response;
  if (isEnvelope(data)) {
    const requestId = response.headers.get('x-request-id') ?? undefined;
    // Sessions expire, so the key isn't to blame.
    const isExpired = request.headers.has('cookie') && data.code === 'UNAUTHORIZED';
    const { code, error: message, details } = data;
    const hint = isExpired ? 'agentmail login EMAIL' : undefined;
    const bringsKey = request.headers.has('authorization') && who !== 'operator';
    const advised = bringsKey ? ADVISED[response.headers.get(CALLER_HEADER) ?? ''] : 'person';
    return new ApiError({ status, code, message, details, requestId, hint, advised: advised ?? 'unknown' });
  }
  return new CommandError(`The response (HTTP ${status}) isn't from an agentmail daemon.`, {
    exit: 'internal',
    code: 'UNEXPECTED_REPLY',
    details: { status },
    hint: "check AGENTMAIL_URL and the profile's url",
  });
}

interface ErrorEnvelope {
  readonly error: string;
  readonly code: string;
  readonly details?: Record<string, unknown>;
}

function isEnvelope(data: unknown): data is ErrorEnvelope {
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

function checked(
  endpoint: Endpoint,
  { status, server, body }: HttpReply,
  version: string | undefined,
): unknown {
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
