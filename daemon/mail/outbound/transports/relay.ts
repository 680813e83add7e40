import type { ServerOptions } from '../../../network/smtp-client/connection.ts';
import { NoSessionError, type RawMail, SmtpSession } from '../../../network/smtp-client/session.ts';
import type { DeliveryVerdict } from '../../../network/smtp-client/verdict.ts';
import type { Clock } from '../../../platform/system/clock.ts';
import { isLoopbackHost } from '../../../platform/system/loopback.ts';
import type { MailTransport } from './mail-transport.ts';
import { SessionPool } from './pool.ts';

/** A smarthost for all outgoing mail. */

/** Maximum connections to the relay. */
const RELAY_CONNECTIONS = 10;

/** A relay in the settings. */
export interface RelaySettings {
  /** `smtp://host:port` or `smtps://host:port`, without a login. */
  readonly url: string;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  /**
   * `verified`: TLS with a certificate that this machine trusts (default, but for this machine itself);
   * `unverified`: TLS with any certificate; `none`: TLS only when the relay offers it, and no login without
   * it.
   */
  readonly tls?: 'verified' | 'unverified' | 'none' | undefined;
}

const SUBMISSION_PORT = 587;
const SUBMISSIONS_PORT = 465;

/** Reads the relay's settings; the defaults depend on where it is. */
export function serverOf(
  relay: RelaySettings,
  own: { readonly ownName: string; readonly authorities?: readonly string[] },
): ServerOptions {
  const url = new URL(relay.url);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const immediate = url.protocol === 'smtps:';
  const local = isLoopbackHost(host);
  const trust = relay.tls ?? (local ? 'none' : 'verified');
  return {
    host,
    port: Number(url.port) || (immediate ? SUBMISSIONS_PORT : SUBMISSION_PORT),
    tls: immediate ? 'immediate' : trust === 'none' ? 'offered' : 'required',
    verify: trust === 'verified',
    plainLogin: local,
    ...(relay.username !== undefined && {
      login: { username: relay.username, password: relay.password ?? '' },
    }),
    ...own,
  };
}

/** Sends all outgoing mail through one server, over a pool of sessions. */
export class Relay implements MailTransport {
  readonly #pool: SessionPool;
  #isReached = true;

  constructor(server: ServerOptions, clock: Clock) {
    this.#pool = new SessionPool({
      limit: RELAY_CONNECTIONS,
      open: (signal) => this.#open(server, clock, signal),
      clock,
    });
  }

  acquire(): Promise<(() => void) | null> {
    return this.#pool.acquire();
  }

  send(mail: RawMail): Promise<DeliveryVerdict> {
    return this.#pool.send(mail);
  }

  isHealthy(): boolean {
    return this.#isReached;
  }

  close(): void {
    this.#pool.close();
  }

  async #open(server: ServerOptions, clock: Clock, signal: AbortSignal): Promise<SmtpSession> {
    try {
      const session = await SmtpSession.open(server, clock, signal);
      this.#isReached = true;
      return session;
    } catch (error) {
      this.#isReached = false;
      throw error;
    }
  }
}

/** Result of probing the relay. */
export interface RelayProbe {
  readonly ok: boolean;
  /** The last stage; `ready` when mail can be sent. */
  readonly stage: 'connect' | 'tls' | 'login' | 'ready';
  /** Error code of the failure. */
  readonly reason: string | null;
  readonly secure: boolean;
}

/** Connects and logs in to the relay without sending mail. */
export async function probeRelay(
  server: ServerOptions,
  clock: Clock,
  signal?: AbortSignal,
): Promise<RelayProbe> {
  try {
    const session = await SmtpSession.open(server, clock, signal);
    const { isSecure } = session;
    session.close();
    return { ok: true, stage: 'ready', reason: null, secure: isSecure };
  } catch (error) {
    if (!(error instanceof NoSessionError)) throw error;
    return { ok: false, stage: error.stage, reason: error.reason, secure: false };
  }
}
