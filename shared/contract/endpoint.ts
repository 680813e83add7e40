import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';

/**
 * Who may call. `bound` is an admin key, a session, or an agent key bound to the mailbox concerned;
 * `operator` is the owner of the machine.
 */
export type Who = 'public' | 'any' | 'admin' | 'bound' | 'session' | 'operator';

/**
 * How an agent key is refused a mailbox that it isn't bound to: as if it didn't exist, or as not permitted.
 */
export type Unbound = 'masked_404' | 'denied_403';

/** Operation classes, for documentation and for clients that ask before they act. */
export type Effect =
  | 'read-only'
  | 'mutating'
  | 'send-triggering'
  | 'human-review-possible'
  | 'secret-revealing';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

type Shape = z.ZodObject | undefined;
type BodySchema = z.ZodType | undefined;
type Replies = Readonly<Record<number, z.ZodType>>;

/** One endpoint of the contract, from which routes, documents, clients and tests are derived. */
export interface Endpoint<
  Params extends Shape = Shape,
  Query extends Shape = Shape,
  RequestBody extends BodySchema = BodySchema,
  Reply extends Replies = Replies,
> {
  /** Stable name, `resource.operation`. */
  readonly id: string;
  readonly method: Method;
  /** Path with `:name` parameters. */
  readonly path: string;
  readonly summary: string;
  readonly who: Who;
  readonly unbound?: Unbound;
  /** Callable before both sign-up factors are complete. */
  readonly whileLocked?: true;
  /** The refusal of an API key on a `session` endpoint; SESSION_AUTH_REQUIRED by default. */
  readonly bearerRefusal?: 'REAUTH_REQUIRES_SESSION';
  /**
   * An operator endpoint for monitoring: with `metrics.token` from any machine, and from this one without a
   * token when `http.metrics_loopback` is on.
   */
  readonly scraped?: true;
  /** A public endpoint for browsers: pages of other sites may not call it. */
  readonly sameSite?: true;
  readonly effects: readonly Effect[];
  /** Reads are audited. */
  readonly audited?: true;
  readonly params?: Params;
  readonly query?: Query;
  /** Request headers that the operation uses, lower-case. */
  readonly headers?: readonly RequestHeader[];
  readonly body?: RequestBody;
  /** The body is multipart/form-data: the fields of `body`, of which `file` is a file. */
  readonly upload?: true;
  /** Status of a field problem: 422 on sends and drafts, 400 elsewhere. */
  readonly fieldProblemStatus?: 422;
  /** Field problems are 400, but values that conflict with each other or with the resource are 422. */
  readonly unprocessable?: true;
  /** Success replies by status. */
  readonly replies: Reply;
  /** The first success reply is bytes instead when `Accept` asks for application/octet-stream. */
  readonly bytesOnRequest?: true;
  /** Error codes besides those of every endpoint of its kind. */
  readonly errors: readonly ErrorCode[];
  /** Beyond the original contract; marked `x-extension` in the OpenAPI document. */
  readonly extension?: true;
}

export type RequestHeader = 'idempotency-key' | 'prefer' | 'last-event-id' | 'accept';

/** Infers an endpoint's types; does nothing at run time. */
export function endpoint<
  const Params extends Shape = undefined,
  const Query extends Shape = undefined,
  const RequestBody extends BodySchema = undefined,
  const Reply extends Replies = Replies,
>(definition: Endpoint<Params, Query, RequestBody, Reply>): Endpoint<Params, Query, RequestBody, Reply> {
  return definition;
}

type OutputOf<T> = T extends z.ZodType ? z.output<T> : undefined;

export type ParamsOf<E> = E extends Endpoint<infer P, Shape, BodySchema, Replies> ? OutputOf<P> : never;
export type QueryOf<E> = E extends Endpoint<Shape, infer Q, BodySchema, Replies> ? OutputOf<Q> : never;
export type BodyOf<E> = E extends Endpoint<Shape, Shape, infer B, Replies> ? OutputOf<B> : never;
/** The body as a client writes it: fields with defaults are optional. */
export type BodyInputOf<E> =
  E extends Endpoint<Shape, Shape, infer B, Replies> ? (B extends z.ZodType ? z.input<B> : undefined) : never;
interface RequestParts<E> {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
}
/** The checked parts of a request, as far as the endpoint has them. */
export type CallOf<E> = {
  readonly [Part in keyof RequestParts<E> as RequestParts<E>[Part] extends undefined
    ? never
    : Part]: RequestParts<E>[Part];
};
type OptionalPart<Name extends string, T> = [T] extends [undefined]
  ? { readonly [K in Name]?: undefined }
  : undefined extends T
    ? { readonly [K in Name]?: T }
    : { readonly [K in Name]: T };
/** Input of a call, as a client writes it. */
export type EndpointRequest<E extends Endpoint> = OptionalPart<'params', ParamsOf<E>> &
  OptionalPart<'body', BodyInputOf<E>> & {
    readonly query?: QueryOf<E> extends undefined ? undefined : QueryOf<E>;
    readonly headers?: Partial<Record<RequestHeader, string>>;
  };
export type ReplyOf<E> = E extends Endpoint<Shape, Shape, BodySchema, infer R> ? z.output<R[keyof R]> : never;

/** Path of a call. */
export function pathOf({ path }: Endpoint, params: Readonly<Record<string, unknown>> = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')));
}

/**
 * Every endpoint refuses unknown query parameters (VALIDATION_ERROR) and a Host header that names another
 * service (FORBIDDEN, `details.reason` `host_not_allowed`).
 */
const EVERYWHERE: readonly ErrorCode[] = [
  'VALIDATION_ERROR',
  'FORBIDDEN',
  'INTERNAL_ERROR',
  'SERVICE_UNAVAILABLE',
];
const KEYED: readonly ErrorCode[] = [
  'UNAUTHORIZED',
  'API_KEY_REVOKED',
  'EMAIL_NOT_VERIFIED',
  'PHONE_NOT_VERIFIED',
  'RATE_LIMITED',
  ...EVERYWHERE,
];

const COMMON: Readonly<Record<Who, readonly ErrorCode[]>> = {
  public: EVERYWHERE,
  any: KEYED,
  admin: [...KEYED, 'INSUFFICIENT_SCOPE'],
  bound: [...KEYED, 'NOT_FOUND'],
  session: KEYED,
  operator: ['UNAUTHORIZED', ...EVERYWHERE],
};

/** Error codes of every endpoint with the same callers and kind of method. */
export function commonErrorsOf({ who, method = 'GET' }: { who: Who; method?: Method }): readonly ErrorCode[] {
  // The body is read before the daemon knows that there should be none.
  return method === 'GET' ? COMMON[who] : [...COMMON[who], 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'];
}

/** Error codes of an endpoint: its own, and those of every endpoint of its kind. */
export function errorsOf(definition: Endpoint): ErrorCode[] {
  const codes = new Set<ErrorCode>([...commonErrorsOf(definition), ...definition.errors]);
  if (definition.unbound === 'denied_403') codes.add('MAILBOX_ACCESS_DENIED');
  if (definition.who === 'session') codes.add(definition.bearerRefusal ?? 'SESSION_AUTH_REQUIRED');
  return [...codes];
}
