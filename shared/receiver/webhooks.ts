import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Verifies requests of agentmail webhooks. The only file in shared that uses Node, for its HMAC: it's
 * published by itself, without dependencies, and both programs sign with it. `import { verifyWebhook } from
 * 'agentmaild-client/webhooks'`.
 */

/** `t=<unix seconds>,v1=<hex>`. */
export const SIGNATURE_HEADER = 'x-service-signature';
/** The same two values in separate headers. A receiver checks either form, never both. */
export const TIMESTAMP_HEADER = 'x-webhook-timestamp';
export const HEX_HEADER = 'x-webhook-signature-v2';

/** Seconds by which a timestamp may differ from the receiver's clock. */
export const TOLERANCE_SECONDS = 300;

/** A verified body; `data` depends on `event`. */
export interface WebhookEvent {
  /** For recognising a repetition: delivery is at least once. */
  readonly id: string;
  readonly event: string;
  /** ISO 8601, UTC. */
  readonly occurred_at: string;
  readonly account_id: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Header names in any case, as of node:http, fetch or a plain map. */
export type WebhookHeaders =
  | { get(name: string): string | null | undefined }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** A request and the secret to verify it with. */
export interface VerifyOptions {
  /** The raw body, before any parsing: the signature covers its bytes. */
  readonly body: string | Uint8Array;
  readonly headers: WebhookHeaders;
  /** The whole signing secret, with its `whsec_`. */
  readonly secret: string;
  /** Seconds, 300 when not given. */
  readonly tolerance?: number;
  /** The receiver's time in milliseconds since 1970, now when not given. */
  readonly now?: number;
}

/** Why a request is refused. */
export type RefusalReason =
  | 'signature_missing'
  | 'signature_malformed'
  | 'signature_mismatch'
  | 'timestamp_out_of_tolerance'
  | 'body_malformed';

/** The request isn't genuine. Answer it with 400 and do nothing else. */
export class WebhookVerificationError extends Error {
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, message: string) {
    super(message);
    this.name = 'WebhookVerificationError';
    this.reason = reason;
  }
}

/** Returns the event of a genuine request; throws `WebhookVerificationError` for any other. */
export function verifyWebhook(options: VerifyOptions): WebhookEvent {
  const { timestamp, signatures } = readSignature(options.headers);
  const expected = Buffer.from(signatureOf(options.secret, timestamp, options.body), 'hex');
  if (!signatures.some((each) => sameBytes(Buffer.from(each, 'hex'), expected))) {
    throw new WebhookVerificationError(
      'signature_mismatch',
      "the signature doesn't match the body and secret",
    );
  }
  const age = Math.abs((options.now ?? Date.now()) / 1000 - timestamp);
  if (age > (options.tolerance ?? TOLERANCE_SECONDS)) {
    throw new WebhookVerificationError(
      'timestamp_out_of_tolerance',
      `the request was signed ${Math.round(age)} seconds from now`,
    );
  }
  return readEvent(options.body);
}

/** HMAC-SHA256 over `<timestamp>.<raw body>` in hex. */
export function signatureOf(secret: string, timestamp: number, body: string | Uint8Array): string {
  return createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex');
}

/** The three headers of a signed request. */
export function signatureHeaders(
  secret: string,
  timestamp: number,
  body: string | Uint8Array,
): Record<string, string> {
  const hex = signatureOf(secret, timestamp, body);
  return {
    [SIGNATURE_HEADER]: `t=${timestamp},v1=${hex}`,
    [TIMESTAMP_HEADER]: String(timestamp),
    [HEX_HEADER]: hex,
  };
}

/** A request to sign by Standard Webhooks. */
export interface StandardRequest {
  /** The event's, the same whenever it's sent again. */
  readonly id: string;
  /** Unix seconds. */
  readonly timestamp: number;
  readonly body: string | Uint8Array;
}

/**
 * The three headers of Standard Webhooks (https://www.standardwebhooks.com), for its libraries. Their key is
 * the Base64-decoded part of the secret after `whsec_`.
 */
export function standardHeaders(
  secret: string,
  { id, timestamp, body }: StandardRequest,
): Record<string, string> {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${signature}`,
  };
}

interface Signature {
  readonly timestamp: number;
  readonly signatures: readonly string[];
}

const TIMESTAMP = /^\d{1,12}$/;
const HEX = /^[0-9a-f]{64}$/i;

function readSignature(headers: WebhookHeaders): Signature {
  const combined = headerOf(headers, SIGNATURE_HEADER);
  const pairs = (combined ?? '').split(',').map((part) => part.trim().split('='));
  const valuesOf = (name: string) => pairs.flatMap(([key, value]) => (key === name && value ? [value] : []));
  const timestamp = combined === undefined ? headerOf(headers, TIMESTAMP_HEADER) : valuesOf('t')[0];
  const signatures = combined === undefined ? [headerOf(headers, HEX_HEADER) ?? ''] : valuesOf('v1');
  if (combined === undefined && timestamp === undefined) {
    throw new WebhookVerificationError('signature_missing', 'the request has no signature');
  }
  const wellFormed = signatures.filter((each) => HEX.test(each));
  if (timestamp === undefined || !TIMESTAMP.test(timestamp) || wellFormed.length === 0) {
    throw new WebhookVerificationError('signature_malformed', 'the signature is malformed');
  }
  return { timestamp: Number(timestamp), signatures: wellFormed };
}

function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  if ('get' in headers && typeof headers.get === 'function') return headers.get(name) ?? undefined;
  for (const [key, value] of Object.entries(headers)) {
    if (key.toLowerCase() === name) return Array.isArray(value) ? value[0] : value;
  }
  return undefined;
}

function sameBytes(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}

function readEvent(body: string | Uint8Array): WebhookEvent {
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  if (typeof value === 'object' && value !== null && 'event' in value && 'id' in value) {
    return value as WebhookEvent;
  }
  throw new WebhookVerificationError('body_malformed', "the body isn't an event");
}
