import { isIP } from 'node:net';
import type { ServerOptions } from '../../../network/smtp-client/connection.ts';
import { NoSessionError, type RawMail, SmtpSession } from '../../../network/smtp-client/session.ts';
import type { DeliveryVerdict } from '../../../network/smtp-client/verdict.ts';
import { type AddressReach, refusedAddress } from '../../../platform/system/address-guard.ts';
import { type Clock, MINUTE } from '../../../platform/system/clock.ts';
import type { Dns } from '../../../platform/system/dns.ts';
import { findMailHosts } from './mail-hosts.ts';
import type { MailTransport } from './mail-transport.ts';
import { KnownVerdictError, SessionPool } from './pool.ts';

/** Maximum sessions per recipient domain: receivers count them. */
const SESSIONS_PER_DOMAIN = 4;
/** Addresses of one host that are tried. */
const ADDRESSES_TRIED = 3;
/** Time after which no further host or address is tried for one session. */
const SEARCH_TIME = 3 * MINUTE;

export interface DirectOptions {
  readonly dns: Dns;
  readonly clock: Clock;
  /** Name that this daemon gives itself. */
  readonly ownName: string;
  /** 25 outside of tests. */
  readonly port: number;
  /** `private` lets mail go to hosts of this machine and its network. */
  readonly reach: AddressReach;
}

/** Delivers to the mail hosts of each recipient's domain. */
export class Direct implements MailTransport {
  readonly #options: DirectOptions;
  readonly #pools = new Map<string, SessionPool>();

  constructor(options: DirectOptions) {
    this.#options = options;
  }

  acquire(to: string): Promise<(() => void) | null> {
    return this.#pool(to).acquire();
  }

  send(mail: RawMail): Promise<DeliveryVerdict> {
    return this.#pool(mail.to).send(mail);
  }

  /** Always true: no single host represents all domains. */
  isHealthy(): boolean {
    return true;
  }

  close(): void {
    for (const pool of this.#pools.values()) pool.close();
  }

  #pool(to: string): SessionPool {
    const domain = to.slice(to.lastIndexOf('@') + 1).toLowerCase();
    const known = this.#pools.get(domain);
    if (known) return known;
    const pool = new SessionPool({
      limit: SESSIONS_PER_DOMAIN,
      open: (signal) => this.#open(domain, signal),
      clock: this.#options.clock,
      onEmpty: () => this.#pools.delete(domain),
    });
    this.#pools.set(domain, pool);
    return pool;
  }

  /** Tries hosts and addresses until one answers. */
  async #open(domain: string, signal: AbortSignal): Promise<SmtpSession> {
    const { clock, dns, ownName } = this.#options;
    const giveUpAt = clock.elapsed() + SEARCH_TIME;
    const found = await findMailHosts(dns, domain, ownName);
    if (found.kind === 'unknown') throw new NoSessionError('connect', `dns ${found.reason}`);
    if (found.kind === 'none') throw undeliverable(found.reason);
    if (found.kind === 'loop') {
      throw new KnownVerdictError({ kind: 'rejected', reason: '5.4.6 mail loop', noSuchRecipient: false });
    }
    let failure: NoSessionError | null = null;
    let absent = 0;
    for (const host of found.hosts) {
      const addresses = await this.#addresses(host);
      if (addresses === 'absent') absent++;
      else if (addresses === 'unknown') failure = new NoSessionError('connect', 'dns');
      else {
        for (const address of addresses) {
          const result = await this.#visit({ host, address }, signal);
          if (result instanceof SmtpSession) return result;
          failure = result;
          if (signal.aborted || clock.elapsed() >= giveUpAt) throw failure;
        }
      }
    }
    if (absent === found.hosts.length) throw undeliverable('no mail host has an address');
    throw failure ?? new NoSessionError('connect', 'no_address');
  }

  async #addresses(host: string): Promise<readonly string[] | 'absent' | 'unknown'> {
    if (isIP(host) !== 0) return 'absent';
    const answer = await this.#options.dns.addresses(host);
    if (answer.kind === 'records') return answer.records.slice(0, ADDRESSES_TRIED);
    return answer.kind === 'unavailable' ? 'unknown' : 'absent';
  }

  async #visit(
    { host, address }: { readonly host: string; readonly address: string },
    signal: AbortSignal,
  ): Promise<SmtpSession | NoSessionError> {
    const { clock, ownName, port, reach } = this.#options;
    const refused = refusedAddress(address, reach);
    if (refused !== null) return new NoSessionError('connect', `address_refused ${refused}`);
    // Certificates of mail hosts rarely match, so TLS only protects against passive listeners.
    const server: ServerOptions = { host: address, name: host, port, tls: 'offered', verify: false, ownName };
    try {
      return await SmtpSession.open(server, clock, signal);
    } catch (error) {
      if (!(error instanceof NoSessionError)) throw error;
      if (error.stage !== 'tls') return error;
    }
    try {
      return await SmtpSession.open({ ...server, tls: 'never' }, clock, signal);
    } catch (error) {
      if (error instanceof NoSessionError) return error;
      throw error;
    }
  }
}

function undeliverable(reason: string): KnownVerdictError {
  return new KnownVerdictError({ kind: 'rejected', reason: `5.1.2 ${reason}`, noSuchRecipient: true });
}
