import { BINARY } from '../../../shared/contract/attachments.ts';
import type { BodyInputOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '../../../shared/contract/endpoint.ts';
import type { ErrorCode } from '../../../shared/contract/errors.ts';
import { PAGE_SECRET_HEADER, SESSION_REQUEST_HEADER } from '../../../shared/session-cookie.ts';
import { pageSecret } from './session/secret.ts';

/** Typed calls of the daemon that serves the page, with the session of its cookie and the page's secret. */

const ANSWER_TIMEOUT_MS = 30_000;

type RequestPart<Name extends string, T> = [T] extends [undefined]
  ? { readonly [K in Name]?: undefined }
  : undefined extends T
    ? { readonly [K in Name]?: T }
    : { readonly [K in Name]: T };

export type RequestOf<E extends Endpoint> = RequestPart<'params', ParamsOf<E>> &
  RequestPart<'body', BodyInputOf<E>> & {
    readonly query?: Partial<QueryOf<E>> | undefined;
    readonly idempotencyKey?: string;
    readonly signal?: AbortSignal;
  };

interface LooseRequest {
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
}

/** The daemon refused. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode | 'UNREACHABLE';
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    status: number,
    envelope: { error?: string; code?: string; details?: Record<string, unknown> },
  ) {
    super(envelope.error ?? `The daemon answered with HTTP ${status}.`);
    this.status = status;
    this.code = (envelope.code ?? 'INTERNAL_ERROR') as ErrorCode;
    this.details = envelope.details ?? {};
  }
}

/** Calls an endpoint. Rejects with an `ApiError` when the daemon refuses or can't be reached. */
export async function call<E extends Endpoint>(endpoint: E, request: RequestOf<E>): Promise<ReplyOf<E>> {
  const response = await exchange(pathOf(endpoint, request), { method: endpoint.method, ...request });
  return (await response.json()) as ReplyOf<E>;
}

/** Calls an endpoint that returns bytes on request. */
export async function callForBytes<E extends Endpoint>(endpoint: E, request: RequestOf<E>): Promise<Blob> {
  const headers = { accept: BINARY };
  const response = await exchange(pathOf(endpoint, request), {
    method: endpoint.method,
    headers,
    ...request,
  });
  return response.blob();
}

function pathOf({ path: pattern }: Endpoint, { params = {}, query = {} }: LooseRequest): string {
  const path = pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return `${path}${search.size === 0 ? '' : `?${search}`}`;
}

/** Exchanges the token of a sign-in link for a session. */
export async function openByLink(token: string): Promise<void> {
  await exchange('/app/session', { method: 'POST', body: { token } });
}

/** Returns an address for a frame that shows the HTML of a message. It's valid for a minute. */
export async function frameOf(messageId: string): Promise<string> {
  const response = await exchange(`/app/mail/${encodeURIComponent(messageId)}/frame`, { method: 'POST' });
  return ((await response.json()) as { url: string }).url;
}

/** Opens a stream of the API, after the entry that was read last. */
export function openStream(url: string, lastId: string | undefined, signal: AbortSignal): Promise<Response> {
  const headers = lastId === undefined ? {} : { 'last-event-id': lastId };
  return send(url, { method: 'GET', headers, signal });
}

interface ExchangeOptions {
  readonly method: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal | undefined;
}

function exchange(path: string, options: ExchangeOptions): Promise<Response> {
  const deadline = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
  return send(path, options, deadline);
}

async function send(path: string, options: ExchangeOptions, deadline?: AbortSignal): Promise<Response> {
  const { method, body, headers, idempotencyKey, signal } = options;
  const { name, value } = SESSION_REQUEST_HEADER;
  const ends = [signal, deadline].filter((each) => each !== undefined);
  const response = await fetch(path, {
    method,
    redirect: 'error',
    signal: AbortSignal.any(ends),
    headers: {
      ...headers,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      [name]: value,
      [PAGE_SECRET_HEADER]: pageSecret(),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw new ApiError(0, { error: "The daemon can't be reached.", code: 'UNREACHABLE' });
  });
  if (response.ok) return response;
  throw new ApiError(response.status, await response.json().catch(() => ({})));
}

/** The message of a failure, for people. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
