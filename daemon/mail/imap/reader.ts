import type { ImapFlow } from 'imapflow';
import { LIMITS } from '../../../shared/contract/limits.ts';
import type { EventsContext } from '../../events/context.ts';
import { imapStep, openImap } from '../../network/domains/imap/connect.ts';
import { failureOf } from '../../network/domains/imap/failure.ts';
import { configOf, type SelfHosted } from '../../network/domains/self-hosted.ts';
import { KeptLease } from '../../platform/store/leases.ts';
import { MINUTE, SECOND } from '../../platform/system/clock.ts';
import { takeMessage } from './take.ts';

/** Polling interval for servers without IDLE. */
const POLL = 30 * SECOND;
/** Interval at which an idle connection is checked. */
const IDLE_POLL = 5 * MINUTE;
const FIRST_WAIT = 1 * SECOND;
const LONGEST_WAIT = 5 * MINUTE;

/** `waits`: the mailbox can't take more mail now. `over`: it never will again. */
type ReadProgress = 'read' | 'waits' | 'over';

/** A folder, and the position to continue from. */
interface Assignment {
  readonly id: string;
  readonly account_id: string;
  readonly address: string;
  readonly createdAt: number;
  readonly folder: string;
  readonly config: SelfHosted;
}

/**
 * Imports one folder into one mailbox while both exist and no other worker does: fetches new mail, waits for
 * more, and reconnects with growing delays after a failure. Never changes the folder.
 */
export class FolderReader {
  readonly #context: EventsContext;
  readonly #mailboxId: string;
  readonly #lease: KeptLease;
  readonly #ended: Promise<void>;
  readonly #stopping = new AbortController();
  #client: ImapFlow | null = null;
  #wake: () => void = () => undefined;
  #news = false;

  constructor(context: EventsContext, mailboxId: string) {
    this.#context = context;
    this.#mailboxId = mailboxId;
    this.#lease = new KeptLease(context.leases, `folder:${mailboxId}`, () => this.#wake());
    this.#ended = this.#run().finally(() => this.#lease.end());
  }

  /** Resolves after a message that's being stored. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#client?.close();
    this.#wake();
    await this.#ended;
  }

  async #run(): Promise<void> {
    let wait = FIRST_WAIT;
    while (!this.#stopped) {
      if (!(await this.#lease.hold())) {
        await this.#sleep(LONGEST_WAIT);
        continue;
      }
      try {
        const assignment = await this.#assignment();
        if (!assignment || this.#stopped) return;
        if (!(await this.#session(assignment, () => (wait = FIRST_WAIT)))) return;
      } catch (error) {
        if (this.#stopped) return;
        const { stage, reason } = failureOf(error);
        const facts = { mailbox_id: this.#mailboxId, stage, reason, retry_seconds: wait / SECOND };
        this.#context.log.warn(facts, 'mail folder not read');
      }
      await this.#sleep(wait);
      wait = Math.min(wait * 2, LONGEST_WAIT);
    }
  }

  /** Null when the folder should no longer be read. */
  async #assignment(): Promise<Assignment | null> {
    const row = await this.#context.store.read
      .selectFrom('mailboxes')
      .innerJoin('domains', 'domains.id', 'mailboxes.domain_id')
      .select([
        'mailboxes.id',
        'mailboxes.account_id',
        'mailboxes.address',
        'mailboxes.created_at',
        'mailboxes.imap_folder',
        'domains.self_hosted_config',
      ])
      .where('mailboxes.id', '=', this.#mailboxId)
      .where('mailboxes.status', '!=', 'deleted')
      .where('domains.verification_status', '=', 'verified')
      .executeTakeFirst();
    const config = row && configOf(this.#context, row);
    if (!row?.imap_folder || !config) return null;
    const { id, account_id, address, created_at: createdAt, imap_folder: folder } = row;
    return { id, account_id, address, createdAt, folder, config };
  }

  /** One connection until it breaks; false when the mailbox takes no mail any more. */
  async #session(assignment: Assignment, works: () => void): Promise<boolean> {
    const client = await openImap(this.#context, assignment.config, this.#stopping.signal);
    this.#client = client;
    try {
      if (this.#stopped) return false;
      client.on('exists', () => this.#announce());
      client.on('close', () => this.#wake());
      const folder = await this.#step(client, () =>
        client.mailboxOpen(assignment.folder, { readOnly: true }),
      );
      const uidValidity = String(folder.uidValidity);
      await this.#takeBearings(uidValidity, folder.uidNext);
      works();
      while (client.usable && this.#mayRead) {
        this.#news = false;
        const progress = await this.#takeNew(client, assignment, uidValidity);
        if (progress === 'over') return false;
        // The server can't announce that the mailbox takes mail again.
        if (progress === 'waits') await this.#sleep(POLL);
        else if (!this.#news) await this.#waitForNews(client);
      }
      return true;
    } finally {
      this.#client = null;
      client.close();
    }
  }

  /** A recreated folder is read from its beginning; known messages are skipped. */
  async #takeBearings(uidValidity: string, nextUid: number): Promise<void> {
    await this.#context.store.write('none', ({ db }) =>
      db
        .updateTable('imap_positions')
        .set({ uid_validity: uidValidity, next_uid: 1, known_below: nextUid })
        .where('mailbox_id', '=', this.#mailboxId)
        .where('uid_validity', '!=', uidValidity)
        .execute(),
    );
  }

  /** Imports new messages in order until the mailbox takes no more. */
  async #takeNew(client: ImapFlow, assignment: Assignment, uidValidity: string): Promise<ReadProgress> {
    const position = await this.#context.store.read
      .selectFrom('imap_positions')
      .select(['next_uid', 'known_below'])
      .where('mailbox_id', '=', assignment.id)
      .executeTakeFirst();
    if (!position) return 'over';
    // A range that ends in * includes the last message even when it's older.
    const range = { uid: `${position.next_uid}:*` };
    const found = (await this.#step(client, () => client.search(range, { uid: true }))) || [];
    const fresh = found.filter((uid) => uid >= position.next_uid).sort((one, other) => one - other);
    for (const uid of fresh) {
      if (!this.#mayRead) return 'read';
      const source = await this.#fetch(client, uid, { ...assignment, knownBelow: position.known_below });
      if (source === 'gone') continue;
      const again = uid < position.known_below;
      const taking = await takeMessage(this.#context, assignment, { uid, uidValidity, source, again });
      if (taking === 'waits' || taking === 'over') return taking;
    }
    return 'read';
  }

  /** Fetches a message; null when it isn't for the mailbox, `gone` when it was deleted meanwhile. */
  async #fetch(
    client: ImapFlow,
    uid: number,
    { id, createdAt, knownBelow }: Assignment & { readonly knownBelow: number },
  ): Promise<Buffer | null | 'gone'> {
    const one = String(uid);
    const limit = LIMITS.smtpMessageBytes;
    const facts = () => client.fetchOne(one, { size: true, internalDate: true }, { uid: true });
    const message = await this.#step(client, facts);
    if (!message) return this.#confirmGone(client, uid);
    // Mail from before the mailbox's creation isn't imported, even when the folder is recreated.
    if (uid < knownBelow && new Date(message.internalDate ?? 0).getTime() < createdAt - SECOND) return null;
    const bytes = message.size ?? 0;
    if (bytes <= limit) {
      const content = () => client.fetchOne(one, { source: { maxLength: limit + 1 } }, { uid: true });
      const whole = await this.#step(client, content, bytes);
      const source = whole ? (whole.source ?? (bytes === 0 ? Buffer.alloc(0) : null)) : null;
      if (!source) return this.#confirmGone(client, uid);
      if (source.length <= limit) return source;
    }
    this.#context.log.warn({ mailbox_id: id, uid, bytes }, 'message in a mail folder is too large');
    return null;
  }

  /** Asks again about a message that the server didn't return; only a deleted one is skipped. */
  async #confirmGone(client: ImapFlow, uid: number): Promise<'gone'> {
    const found = await this.#step(client, () => client.search({ uid: String(uid) }, { uid: true }));
    if (!found || found.includes(uid)) throw new Error('message not fetched');
    return 'gone';
  }

  #step<T>(client: ImapFlow, act: () => Promise<T>, messageBytes = 0): Promise<T> {
    const { clock } = this.#context;
    return imapStep({ clock, stopping: this.#stopping.signal }, { client, messageBytes }, act);
  }

  get #stopped(): boolean {
    return this.#stopping.signal.aborted;
  }

  get #mayRead(): boolean {
    return !this.#stopped && this.#lease.isHeld;
  }

  #announce(): void {
    this.#news = true;
    this.#wake();
  }

  async #waitForNews(client: ImapFlow): Promise<void> {
    const idles = client.capabilities.has('IDLE');
    if (idles) client.idle().catch(() => this.#wake());
    await this.#sleep(idles ? IDLE_POLL : POLL);
  }

  /** Ends early on new mail, on a broken connection and on stop. */
  #sleep(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      if (this.#stopped) return resolve();
      const { clock } = this.#context;
      const cancel = clock.callAfter(milliseconds, () => this.#wake());
      this.#wake = () => {
        cancel();
        this.#wake = () => undefined;
        resolve();
      };
    });
  }
}
