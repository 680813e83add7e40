import type { BodyInputOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '../../shared/contract/endpoint.ts';
import { assertTrueDenial } from './denials.ts';

/** Calls of a daemon's API. An endpoint of the contract determines the types of its request and its reply. */

export interface Reply<T = Record<string, unknown>> {
  readonly status: number;
  readonly body: T & Refusal;
  readonly headers: Headers;
}

/** Fields of the error envelope; absent from a success. */
interface Refusal {
  readonly code?: string;
  readonly error?: string;
  readonly details?: Record<string, unknown>;
}

/** Status and error code of a refusal. */
export const codeOf = ({ status, body }: Reply<object>) => [status, body.code];

type Fields<T> = T extends undefined ? unknown : T;

/**
 * Input of a call, flat: no endpoint uses a name twice, and none has a query and a body
 * (test/contract/names.test.ts).
 */
export type Input<E extends Endpoint> = Fields<ParamsOf<E>> & Fields<QueryOf<E>> & Fields<BodyInputOf<E>>;

/** The input can be left out if all of it is optional. */
export type InputOf<E extends Endpoint> =
  Record<never, never> extends Input<E> ? [input?: Input<E>] : [input: Input<E>];

/**
 * Fields of a reply. Those of several possible replies count as present: a test asserts the one it expects.
 */
type Replied<T> = [T] extends [object] ? { [K in KeyOf<T>]: ValueOf<T, K> } : T;
type KeyOf<T> = T extends unknown ? keyof T : never;
type ValueOf<T, K extends PropertyKey> = T extends { [P in K]?: infer V } ? V : never;

/** Body of an endpoint's success. */
export type BodyOf<E extends Endpoint> = Replied<ReplyOf<E>>;

/** Calls endpoints as one caller. */
export type Call = <E extends Endpoint>(endpoint: E, ...input: InputOf<E>) => Promise<Reply<BodyOf<E>>>;

export interface RawRequest {
  /** A string is sent as it is, anything else as JSON. */
  readonly body?: unknown;
  readonly headers?: HeaderFields;
}

type HeaderFields = Readonly<Record<string, string>>;

/** A Bearer token or null for none, and if need be further headers. */
export type Caller =
  | string
  | null
  | { readonly key?: string | null; readonly headers?: HeaderFields | undefined };

export interface Api {
  call<E extends Endpoint>(caller: Caller, endpoint: E, ...input: InputOf<E>): Promise<Reply<BodyOf<E>>>;
  /** Returns the body of a success and throws on a refusal. */
  must<E extends Endpoint>(caller: Caller, endpoint: E, ...input: InputOf<E>): Promise<BodyOf<E>>;
  /** Sends `METHOD /path` as written, for requests that the contract doesn't describe. */
  request<T = Record<string, unknown>>(caller: Caller, line: string, request?: RawRequest): Promise<Reply<T>>;
}

/** Calls of the daemon at `origin`, which may be known only later. Each reply is passed to `inspect`. */
export function apiAt(
  origin: () => string,
  inspect: (reply: Reply, line: string) => void = assertDenial,
): Api {
  const request: Api['request'] = async (caller, line, { body, headers } = {}) => {
    const method = line.slice(0, line.indexOf(' '));
    const path = line.slice(method.length + 1);
    const response = await fetch(`${origin()}${path}`, {
      method,
      headers: {
        ...headersOf(caller),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const parsed = response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text;
    const reply = { status: response.status, body: parsed, headers: response.headers };
    inspect(reply, line);
    return reply;
  };
  const call: Api['call'] = (caller, endpoint, ...[input]) => {
    const { path, body } = partsOf(endpoint, input as object | undefined);
    return request(caller, `${endpoint.method} ${path}`, { body });
  };
  return {
    call,
    request,
    async must(caller, endpoint, ...input) {
      const { status, body } = await call(caller, endpoint, ...input);
      if (status >= 400) throw new Error(`${endpoint.id}: HTTP ${status} ${JSON.stringify(body)}`);
      return body;
    },
  };
}

function assertDenial({ status, body }: Reply): void {
  if (status >= 400) assertTrueDenial(body);
}

function headersOf(caller: Caller): Record<string, string> {
  if (caller === null) return {};
  if (typeof caller === 'string') return { authorization: `Bearer ${caller}` };
  return { ...headersOf(caller.key ?? null), ...caller.headers };
}

/** Path with its query, and the body of a call. */
export function partsOf(endpoint: Endpoint, input: object = {}): { path: string; body?: object } {
  const rest = new Map<string, unknown>(Object.entries(input));
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name) => {
    const value = String(rest.get(name));
    rest.delete(name);
    return encodeURIComponent(value);
  });
  if (endpoint.body) return rest.size > 0 ? { path, body: Object.fromEntries(rest) } : { path };
  const search = new URLSearchParams();
  for (const [name, value] of rest) if (value !== undefined) search.set(name, String(value));
  return { path: search.size > 0 ? `${path}?${search}` : path };
}

/** Input that the contract doesn't allow, or that comes from a table of cases: its type isn't checked. */
export function unchecked(input: unknown): never {
  return input as never;
}
