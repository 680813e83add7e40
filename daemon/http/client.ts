import { BlockList, isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Client } from '../access/sessions/open.ts';
import type { Config } from '../config.ts';

/** Who is at the other end of the connection, seen through the proxies that the owner trusts. */
export class Clients {
  /** Null when none is trusted, which is the common case: looking into a list costs every request a little. */
  readonly #proxies: BlockList | null;
  readonly #publicOrigin: string | null;

  constructor(config: Pick<Config, 'trustedProxies' | 'publicBase'>) {
    this.#proxies = config.trustedProxies.length === 0 ? null : blockList(config.trustedProxies);
    this.#publicOrigin = config.publicBase === null ? null : new URL(config.publicBase).origin;
  }

  of(request: FastifyRequest): Client {
    return {
      address: this.#address(request),
      userAgent: request.headers['user-agent'] ?? null,
      secure: this.#protocol(request) === 'https',
    };
  }

  /** Whether an Origin header names this daemon itself. */
  isOwnOrigin(request: FastifyRequest, origin: string): boolean {
    const own = `${this.#protocol(request)}://${request.headers.host ?? ''}`;
    return origin === own || origin === this.#publicOrigin;
  }

  /** The peer, or the last hop of X-Forwarded-For that is no trusted proxy (decisions 2.9). */
  #address(request: FastifyRequest): string {
    let address = plain(request.raw.socket.remoteAddress ?? '');
    const hops = String(request.headers['x-forwarded-for'] ?? '').split(',');
    for (let hop = hops.pop(); hop !== undefined && this.#isProxy(address); hop = hops.pop()) {
      const next = plain(hop.trim());
      if (isIP(next) === 0) break;
      address = next;
    }
    return address;
  }

  #protocol(request: FastifyRequest): string {
    const forwarded = request.headers['x-forwarded-proto'];
    const trusted = this.#isProxy(plain(request.raw.socket.remoteAddress ?? ''));
    return trusted && forwarded === 'https' ? 'https' : 'http';
  }

  #isProxy(address: string): boolean {
    if (this.#proxies === null) return false;
    const family = isIP(address);
    return family !== 0 && this.#proxies.check(address, family === 6 ? 'ipv6' : 'ipv4');
  }
}

/** Addresses and subnets (`10.0.0.0/8`) as one list. */
function blockList(entries: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/', 2);
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

/** An IPv4 address in IPv6 clothes is the same caller. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
}
