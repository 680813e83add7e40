import { base62, type Random } from '../../platform/system/random.ts';
import type { Secrets } from '../../platform/system/secrets.ts';

/** Sealed webhook secrets. Each one only opens in its own row. */

const SECRET_PREFIX = 'whsec_';
/**
 * A multiple of 4 without `-` and `_`: libraries of Standard Webhooks decode it as padded Base64. 261 bits.
 */
const SECRET_CHARACTERS = 44;

export type RequestHeaders = Readonly<Record<string, string>>;

export function newSigningSecret(random: Random): string {
  return `${SECRET_PREFIX}${base62(random, SECRET_CHARACTERS)}`;
}

export function sealSigningSecret(secrets: Secrets, webhookId: string, secret: string): Buffer {
  return secrets.seal(`webhook-secret:${webhookId}`, secret);
}

/** Throws when the bytes were changed or belong to another key file. */
export function openSigningSecret(secrets: Secrets, webhookId: string, sealed: Buffer): string {
  return secrets.unseal(`webhook-secret:${webhookId}`, sealed);
}

/** Null without headers. */
export function sealHeaders(secrets: Secrets, webhookId: string, headers: RequestHeaders): Buffer | null {
  if (Object.keys(headers).length === 0) return null;
  return secrets.seal(`webhook-headers:${webhookId}`, JSON.stringify(headers));
}

/** Throws when the bytes were changed or belong to another key file. */
export function openHeaders(secrets: Secrets, webhookId: string, sealed: Buffer | null): RequestHeaders {
  if (sealed === null) return {};
  return JSON.parse(secrets.unseal(`webhook-headers:${webhookId}`, sealed)) as RequestHeaders;
}
