import { smtpServer } from '../../../network/domains/probe.ts';
import { configOf, UnreachableHostError } from '../../../network/domains/self-hosted.ts';
import { domainById, verifiedDomain } from '../../../network/domains/table.ts';
import { NoSessionError, SmtpSession } from '../../../network/smtp-client/session.ts';
import type { Queries } from '../../../platform/store/store.ts';
import type { MailContext } from '../../context.ts';
import type { MailTransport } from './mail-transport.ts';
import { SessionPool } from './pool.ts';

/** Maximum connections per self-hosted domain. */
const SESSIONS_PER_DOMAIN = 4;

type Sender = Pick<MailTransport, 'acquire' | 'send'>;

/** Mail of an unverified domain is deferred. */
const UNPROVEN: Sender = {
  acquire: async () => () => undefined,
  send: async () => ({ kind: 'deferred', reason: 'domain_not_verified' }),
};

/** The SMTP servers of self-hosted domains. */
export class OwnServers {
  readonly #context: () => MailContext;
  readonly #pools = new Map<string, SessionPool>();

  constructor(context: () => MailContext) {
    this.#context = context;
  }

  /** The transport for mail from an address; null when its domain isn't self-hosted. */
  async transportFor(sender: string): Promise<Sender | null> {
    const { config, store } = this.#context();
    const name = sender.slice(sender.lastIndexOf('@') + 1).toLowerCase();
    if (name === config.platformDomain) return null;
    const own = await verifiedDomain(store.read, name);
    if (!own) return (await isClaimed(store.read, name)) ? UNPROVEN : null;
    return own.transport_mode === 'self_hosted' ? this.#pool(own.id) : null;
  }

  close(): void {
    for (const pool of this.#pools.values()) pool.close();
  }

  #pool(domainId: string): SessionPool {
    const known = this.#pools.get(domainId);
    if (known) return known;
    const pool = new SessionPool({
      limit: SESSIONS_PER_DOMAIN,
      open: (signal) => this.#open(domainId, signal),
      clock: this.#context().clock,
      onEmpty: () => this.#pools.delete(domainId),
    });
    this.#pools.set(domainId, pool);
    return pool;
  }

  /** Reads the settings each time: their owner may have changed them. */
  async #open(domainId: string, signal: AbortSignal): Promise<SmtpSession> {
    const context = this.#context();
    const row = await domainById(context.store.read, domainId);
    const config = row && configOf(context, row);
    if (!config) throw new NoSessionError('connect', 'no_server');
    try {
      return await SmtpSession.open(await smtpServer(context, config), context.clock, signal);
    } catch (error) {
      if (error instanceof UnreachableHostError) throw new NoSessionError('connect', error.reason);
      throw error;
    }
  }
}

async function isClaimed(db: Queries, name: string): Promise<boolean> {
  const row = await db.selectFrom('domains').select('id').where('name', '=', name).executeTakeFirst();
  return row !== undefined;
}
