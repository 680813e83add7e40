import { noteSession } from '../../../network/connections/note.ts';
import { connectionOf, serversOf } from '../../../network/connections/table.ts';
import { openSmtp } from '../../../network/domains/probe.ts';
import { configOf, type ServerPair, UnreachableHostError } from '../../../network/domains/self-hosted.ts';
import { domainById, verifiedDomain } from '../../../network/domains/table.ts';
import { NoSessionError, type SmtpSession } from '../../../network/smtp-client/session.ts';
import type { Queries } from '../../../platform/store/store.ts';
import type { MailContext } from '../../context.ts';
import type { MailTransport } from './mail-transport.ts';
import { type OpenSession, SessionPool } from './pool.ts';

/** Maximum connections per self-hosted domain, and per connected mailbox. */
const SESSIONS_PER_SERVER = 4;

export type Sender = Pick<MailTransport, 'acquire' | 'send'>;

/** Mail of an unverified domain is deferred. */
const UNPROVEN: Sender = {
  acquire: async () => () => undefined,
  send: async () => ({ kind: 'deferred', reason: 'domain_not_verified' }),
};

/** The SMTP servers of self-hosted domains and of connected mailboxes. */
export class OwnServers {
  readonly #context: () => MailContext;
  /** By the ID of a domain or mailbox. */
  readonly #pools = new Map<string, SessionPool>();

  constructor(context: () => MailContext) {
    this.#context = context;
  }

  /** The transport for mail from an address; null when its domain isn't self-hosted. */
  async ofDomain(sender: string): Promise<Sender | null> {
    const { config, store } = this.#context();
    const name = sender.slice(sender.lastIndexOf('@') + 1).toLowerCase();
    if (name === config.platformDomain) return null;
    const own = await verifiedDomain(store.read, name);
    if (!own) return (await isClaimed(store.read, name)) ? UNPROVEN : null;
    if (own.transport_mode !== 'self_hosted') return null;
    return this.#pool(own.id, (signal) => this.#openOfDomain(own.id, signal));
  }

  /** The transport of a connected mailbox. Mail of one without servers is deferred. */
  ofMailbox(mailboxId: string): Sender {
    return this.#pool(mailboxId, (signal) => this.#openOfMailbox(mailboxId, signal));
  }

  close(): void {
    for (const pool of this.#pools.values()) pool.close();
  }

  #pool(id: string, open: OpenSession): SessionPool {
    const known = this.#pools.get(id);
    if (known) return known;
    const pool = new SessionPool({
      limit: SESSIONS_PER_SERVER,
      open,
      clock: this.#context().clock,
      onEmpty: () => this.#pools.delete(id),
    });
    this.#pools.set(id, pool);
    return pool;
  }

  /** Reads the settings each time: their owner may have changed them. */
  async #openOfDomain(domainId: string, signal: AbortSignal): Promise<SmtpSession> {
    const context = this.#context();
    const row = await domainById(context.store.read, domainId);
    return open(context, row && configOf(context, row), signal);
  }

  async #openOfMailbox(mailboxId: string, signal: AbortSignal): Promise<SmtpSession> {
    const context = this.#context();
    const row = await connectionOf(context.store.read, mailboxId);
    const mailbox = { id: mailboxId, account_id: row?.account_id ?? '' };
    const noted = { mailbox, server: 'smtp' } as const;
    try {
      const session = await open(context, row && serversOf(context, row), signal);
      await noteSession(context, { ...noted, failure: null });
      return session;
    } catch (error) {
      if (error instanceof NoSessionError && !signal.aborted) {
        const { stage, reason } = error;
        await noteSession(context, { ...noted, failure: { stage, reason } });
      }
      throw error;
    }
  }
}

async function open(
  context: MailContext,
  config: ServerPair | null | undefined,
  signal: AbortSignal,
): Promise<SmtpSession> {
  if (!config) throw new NoSessionError('connect', 'no_server');
  try {
    return await openSmtp(context, config, signal);
  } catch (error) {
    if (error instanceof UnreachableHostError) throw new NoSessionError('connect', error.reason);
    throw error;
  }
}

async function isClaimed(db: Queries, name: string): Promise<boolean> {
  const row = await db.selectFrom('domains').select('id').where('name', '=', name).executeTakeFirst();
  return row !== undefined;
}
