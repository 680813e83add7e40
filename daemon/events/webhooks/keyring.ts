import type { RulesContext } from '../../rules/context.ts';
import { openHeaders, openSigningSecret, type RequestHeaders } from './secrets.ts';

/** Signing secret and headers of a request. */
export interface Keys {
  readonly secret: string;
  readonly headers: RequestHeaders;
}

interface Sealed {
  readonly signing_secret: Buffer;
  readonly request_headers: Buffer | null;
}

/** Caches the opened secrets of a webhook until they change: opening costs as much as a query. */
export class Keyring {
  readonly #context: RulesContext;
  readonly #webhookId: string;
  #sealed: Sealed | null = null;
  #keys: Keys | null = null;

  constructor(context: RulesContext, webhookId: string) {
    this.#context = context;
    this.#webhookId = webhookId;
  }

  /** Null when they can't be opened. */
  open(sealed: Sealed): Keys | null {
    if (this.#sealed && same(this.#sealed, sealed)) return this.#keys;
    this.#keys = this.#open(sealed);
    this.#sealed = { signing_secret: sealed.signing_secret, request_headers: sealed.request_headers };
    return this.#keys;
  }

  #open(sealed: Sealed): Keys | null {
    const { secrets, log } = this.#context;
    try {
      return {
        secret: openSigningSecret(secrets, this.#webhookId, sealed.signing_secret),
        headers: openHeaders(secrets, this.#webhookId, sealed.request_headers),
      };
    } catch (error) {
      log.error({ err: error, webhook_id: this.#webhookId }, "the secrets of a webhook can't be read");
      return null;
    }
  }
}

function same(one: Sealed, other: Sealed): boolean {
  const headers = one.request_headers ?? Buffer.alloc(0);
  return (
    one.signing_secret.equals(other.signing_secret) &&
    headers.equals(other.request_headers ?? Buffer.alloc(0))
  );
}
