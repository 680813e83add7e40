import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { PAGE_SECRET_HEADER } from '../../../shared/session-cookie.ts';
import type { ClientFacts } from '../../access/sessions/open.ts';
import type { Config } from '../../platform/settings/config.ts';
import { plainAddress, Subnets } from '../../platform/system/subnets.ts';

/** The client behind a connection, as reported by trusted proxies. */
export class Clients {
  readonly #proxies: Subnets;
  readonly #publicOrigin: string | null;

  constructor(config: Pick<Config, 'trustedProxies' | 'publicBase'>) {
    this.#proxies = new Subnets(config.trustedProxies);
    this.#publicOrigin = config.publicBase === null ? null : new URL(config.publicBase).origin;
  }

  of(request: FastifyRequest): ClientFacts {
    return {
      address: this.#address(request),
      userAgent: request.headers['user-agent'] ?? null,
      secure: this.#protocol(request) === 'https',
      pageSecret: pageSecretOf(request),
    };
  }

  /** Whether an Origin header names this daemon itself. */
  isOwnOrigin(request: FastifyRequest, origin: string): boolean {
    const own = `${this.#protocol(request)}://${request.headers.host ?? ''}`;
    return origin === own || origin === this.#publicOrigin;
  }

  /** The peer, or the last untrusted hop of X-Forwarded-For. */
  #address(request: FastifyRequest): string {
    let address = plainAddress(request.raw.socket.remoteAddress ?? '');
    const hops = String(request.headers['x-forwarded-for'] ?? '').split(',');
    for (let hop = hops.pop(); hop !== undefined && this.#proxies.has(address); hop = hops.pop()) {
      const next = plainAddress(withoutPort(hop.trim()));
      if (isIP(next) === 0) break;
      address = next;
    }
    return address;
  }

  #protocol(request: FastifyRequest): string {
    const forwarded = request.headers['x-forwarded-proto'];
    const trusted = this.#proxies.has(request.raw.socket.remoteAddress ?? '');
    return trusted && forwarded === 'https' ? 'https' : 'http';
  }
}

function pageSecretOf({ headers }: FastifyRequest): string | null {
  const secret = headers[PAGE_SECRET_HEADER];
  return secret === undefined ? null : String(secret);
}

/** Some proxies add the port: `192.0.2.1:555`, `[2001:db8::1]:555`. */
function withoutPort(hop: string): string {
  const { v4, v6 } = /^(?:(?<v4>[\d.]+):\d{1,5}|\[(?<v6>[^\]]+)\](?::\d{1,5})?)$/.exec(hop)?.groups ?? {};
  return v4 ?? v6 ?? hop;
}
