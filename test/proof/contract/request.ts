import { z } from 'zod';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import type { Service } from '../../support/service.ts';
import type { Fixture, Headers, Kind } from './fixture.ts';

/** Requests of the contract's endpoints, made from their schemas and a fixture. */

/** Kind of resource of a parameter, by the path before it. */
const PARAMETERS: Readonly<Record<string, Kind | 'index' | 'token'>> = {
  '/v1/accounts/api-keys/:id': 'key',
  '/v1/attachment-content/:token': 'token',
  '/v1/attachments/:id': 'staged',
  '/v1/auth/sessions/:id': 'session',
  '/v1/domains/:id': 'domain',
  '/v1/drafts/:id': 'draft',
  '/v1/inbound-blocklist/:email': 'blocked sender',
  '/v1/legal-holds/:id': 'hold',
  '/v1/mailboxes/:id': 'mailbox',
  '/v1/mailboxes/:mailboxId': 'mailbox',
  '/v1/mailboxes/:id/addresses/:tag': 'address',
  '/v1/mailboxes/:id/inbound-allowlist/:email': 'allowed sender',
  '/v1/mailboxes/:id/threads/:thread_id': 'thread',
  '/v1/mailboxes/:id/trusted-sources/:sourceId': 'source',
  '/v1/mailboxes/:mailboxId/allowlist/:email': 'allowlisted',
  '/v1/messages/:id': 'message',
  '/v1/messages/:id/attachments/:idx': 'index',
  '/v1/notices/:id': 'notice',
  '/v1/recipients/:id': 'recipient',
  '/v1/suppressions/:email': 'suppressed',
  '/v1/threads/:thread_id': 'thread',
  '/v1/webhooks/:id': 'webhook',
  '/v1/webhooks/:id/deliveries/:delivery_id': 'delivery',
};

/** Kind of resource of body and query fields, by name. */
export const REFERENCES: Readonly<Record<string, Kind>> = {
  mailbox: 'mailbox',
  mailbox_id: 'mailbox',
  mailbox_ids: 'mailbox',
  from_mailbox: 'mailbox',
  message_id: 'message',
  in_reply_to_message_id: 'message',
  forward_message_id: 'message',
  before: 'message',
  thread_id: 'thread',
  attachment_ids: 'staged',
  domain_id: 'domain',
  webhook: 'webhook',
  before_id: 'delivery',
};

export interface Request {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Headers;
}

export interface Answer {
  readonly status: number;
  readonly code: string | null;
  readonly text: string;
  readonly headers: globalThis.Headers;
}

export interface JsonSchema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly additionalProperties?: JsonSchema | boolean;
  readonly propertyNames?: JsonSchema;
}

const schemas = new WeakMap<z.ZodType, JsonSchema>();

/** Input schema as JSON Schema. */
export function inputSchema(schema: z.ZodType): JsonSchema {
  const known = schemas.get(schema);
  if (known) return known;
  const made = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  schemas.set(schema, made);
  return made;
}

/**
 * The parameters of an endpoint's path with what each names; an endpoint of a new kind has to be told here.
 */
export function parametersOf(endpoint: Endpoint): { readonly name: string; readonly kind: string }[] {
  const found: { name: string; kind: string }[] = [];
  for (const match of endpoint.path.matchAll(/:(\w+)/g)) {
    const before = endpoint.path.slice(0, match.index + match[0].length);
    const kind = before.startsWith('/operator/') ? 'index' : PARAMETERS[before];
    if (kind === undefined) throw new Error(`what ${before} names is not in PARAMETERS of the proof`);
    found.push({ name: match[1] ?? '', kind });
  }
  return found;
}

/** The path with its parameters written in; `idOf` says what stands for each kind. */
export function pathOf(endpoint: Endpoint, idOf: (kind: string) => string): string {
  return parametersOf(endpoint).reduce(
    (path, { name, kind }) => path.replace(`:${name}`, encodeURIComponent(idOf(kind))),
    endpoint.path,
  );
}

export function idIn(fixture: Fixture, kind: string): string {
  if (kind === 'index') return '0';
  if (kind === 'token') return 'no-such-token';
  const id = fixture.ids[kind as Kind];
  if (id === undefined) throw new Error(`no ${kind} in this fixture`);
  return id;
}

/** An id that is nobody's. */
export function unknownId(kind: string): string {
  if (kind === 'index') return '0';
  if (kind === 'token') return 'other-token';
  if (kind === 'thread') return '<nobody-wrote-this@example.net>';
  if (/sender$|listed$|^suppressed$/.test(kind)) return 'nobody-knows@example.org';
  return '01890000-0000-7000-8000-00000000dead';
}

export async function perform(service: Service, caller: Headers, request: Request): Promise<Answer> {
  const { body } = request;
  const isForm = body instanceof FormData;
  const response = await fetch(`${service.daemon.runtime.http}${request.path}`, {
    method: request.method,
    headers: {
      ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      ...caller,
      ...request.headers,
    },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    signal: AbortSignal.timeout(240_000),
  });
  // A stream of events has no end; that it began is the answer.
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
  if (isStream) await response.body?.cancel();
  const text = isStream ? '' : await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  const code = isJson ? (JSON.parse(text).code ?? null) : null;
  return { status: response.status, code, text, headers: response.headers };
}
