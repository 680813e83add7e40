import type { ImapFlow } from 'imapflow';
import { LIMITS } from '../../../shared/contract/limits.ts';
import type { EventsContext } from '../../events/context.ts';
import { noteSession } from '../../network/connections/note.ts';
import { imapStep, openImap } from '../../network/domains/imap/connect.ts';
import { failureOf } from '../../network/domains/imap/failure.ts';
import { KeptLease } from '../../platform/store/leases.ts';
import { accountScope } from '../../platform/store/lock-scope.ts';
import { MINUTE, SECOND } from '../../platform/system/clock.ts';
import { AfterTakingError, type FolderSession, finishTaken } from './after.ts';
import { type Assignment, assignmentOf } from './assignment.ts';
import { type Fetched, takeMessage } from './take.ts';
import { unreadUids } from './unread.ts';

/** Polling interval for servers without IDLE. */
const POLL = 30 * SECOND;
/** Interval at which an idle connection is checked. */
const IDLE_POLL = 5 * MINUTE;
const FIRST_WAIT = 1 * SECOND;
const LONGEST_WAIT = 5 * MINUTE;

/** `waits`: the mailbox can't take more mail now. `over`: it never will again. */
type ReadProgress = 'read' | 'waits' | 'over';

type FetchedMail = Pick<Fetched, 'source' | 'arrivedAt'>;

/**
 * Imports one folder into one mailbox while both exist and no other worker does: fetches new mail, waits for
 * more, and reconnects with growing delays after a failure. Changes the folder only where the owner of a
 * connected mailbox asked for it.
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
    let assignment: Assignment | null = null;
    while (!this.#stopped) {
      if (!(await this.#lease.hold())) {
        await this.#sleep(LONGEST_WAIT);
        continue;
      }
      try {
        assignment = await assignmentOf(this.#context, this.#mailboxId);
        if (!assignment || this.#stopped) return;
        if (!(await this.#session(assignment, () => (wait = FIRST_WAIT)))) return;
      } catch (error) {
        if (this.#stopped) return;
        const failure = failureOf(error);
        // Providers lock accounts after a few wrong passwords. A change of the password ends this wait.
        if (failure.stage === 'login') wait = LONGEST_WAIT;
        const facts = { mailbox_id: this.#mailboxId, ...failure, retry_seconds: wait / SECOND };
        this.#context.log.warn(facts, 'mail folder not read');
        if (assignment) await this.#note(assignment, failure);
      }
      await this.#sleep(wait);
      wait = Math.min(wait * 2, LONGEST_WAIT);
    }
  }

  /** One connection until it breaks; false when the mailbox takes no mail any more. */
  async #session(assignment: Assignment, works: () => void): Promise<boolean> {
    const client = await openImap(this.#context, assignment.config, this.#stopping.signal);
    this.#client = client;
    try {
      if (this.#stopped) return false;
      client.on('exists', () => this.#announce());
      client.on('close', () => this.#wake());
      const readOnly = (assignment.after?.after_taking ?? 'keep') === 'keep';
      const folder = await this.#step(client, () => client.mailboxOpen(assignment.folder, { readOnly }));
      const uidValidity = String(folder.uidValidity);
      await this.#takeBearings(assignment, uidValidity, folder.uidNext);
      works();
      await this.#note(assignment, null);
      await this.#finish(client, assignment);
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
  async #takeBearings(assignment: Assignment, uidValidity: string, nextUid: number): Promise<void> {
    await this.#context.store.write(accountScope(assignment), async ({ db }) => {
      const { numUpdatedRows } = await db
        .updateTable('imap_positions')
        .set({ uid_validity: uidValidity, next_uid: 1, known_below: nextUid })
        .where('mailbox_id', '=', assignment.id)
        .where('uid_validity', '!=', uidValidity)
        .executeTakeFirst();
      if (numUpdatedRows > 0n && assignment.after) {
        const renewed = db.updateTable('mailbox_connections').set({ pending_uid: null });
        await renewed.where('mailbox_id', '=', assignment.id).execute();
      }
    });
  }

  /** Imports new messages in order until the mailbox takes no more. */
  async #takeNew(client: ImapFlow, assignment: Assignment, uidValidity: string): Promise<ReadProgress> {
    const position = await this.#context.store.read
      .selectFrom('imap_positions')
      .select(['next_uid', 'known_below'])
      .where('mailbox_id', '=', assignment.id)
      .executeTakeFirst();
    if (!position) return 'over';
    for (const uid of await unreadUids(this.#sessionOf(client), assignment, position)) {
      if (!this.#mayRead) return 'read';
      const found = await this.#fetch(client, uid, assignment);
      if (found === 'gone') continue;
      const again = uid < position.known_below;
      // Such mail isn't imported, even when the folder is recreated.
      const tooOld = again && found.arrivedAt < assignment.notBefore;
      const source = tooOld ? null : found.source;
      const taking = await takeMessage(this.#context, assignment, {
        ...found,
        uid,
        uidValidity,
        source,
        again,
      });
      if (taking === 'waits' || taking === 'over') return taking;
      if (taking === 'taken') await this.#finish(client, assignment);
    }
    return 'read';
  }

  /** Fetches a message, without its source when it is too large; `gone` when it was deleted meanwhile. */
  async #fetch(client: ImapFlow, uid: number, { id }: Assignment): Promise<FetchedMail | 'gone'> {
    const one = String(uid);
    const limit = LIMITS.smtpMessageBytes;
    const facts = () => client.fetchOne(one, { size: true, internalDate: true }, { uid: true });
    const message = await this.#step(client, facts);
    if (!message) return this.#confirmGone(client, uid);
    const arrivedAt = new Date(message.internalDate ?? 0).getTime();
    const bytes = message.size ?? 0;
    if (bytes <= limit) {
      const content = () => client.fetchOne(one, { source: { maxLength: limit + 1 } }, { uid: true });
      const whole = await this.#step(client, content, bytes);
      const source = whole ? (whole.source ?? (bytes === 0 ? Buffer.alloc(0) : null)) : null;
      if (!source) return this.#confirmGone(client, uid);
      if (source.length <= limit) return { source, arrivedAt };
    }
    this.#context.log.warn({ mailbox_id: id, uid, bytes }, 'message in a mail folder is too large');
    return { source: null, arrivedAt };
  }

  /** Changes the message on the server that was stored last, if its owner wants that. */
  async #finish(client: ImapFlow, assignment: Assignment): Promise<void> {
    try {
      if (await finishTaken(this.#context, assignment, this.#sessionOf(client)))
        await this.#note(assignment, null);
    } catch (error) {
      if (!(error instanceof AfterTakingError)) throw error;
      this.#context.log.warn({ mailbox_id: assignment.id }, 'message in a mail folder not changed');
      await this.#note(assignment, { stage: 'folder', reason: 'change_refused' });
    }
  }

  /** Records the state of a connected mailbox; a folder of a domain has none. */
  async #note(assignment: Assignment, failure: { stage: string; reason: string } | null): Promise<void> {
    if (!assignment.after || this.#stopped) return;
    await noteSession(this.#context, { mailbox: assignment, server: 'imap', failure });
  }

  /** Asks again about a message that the server didn't return; only a deleted one is skipped. */
  async #confirmGone(client: ImapFlow, uid: number): Promise<'gone'> {
    const found = await this.#step(client, () => client.search({ uid: String(uid) }, { uid: true }));
    if (!found || found.includes(uid)) throw new Error('message not fetched');
    return 'gone';
  }

  #sessionOf(client: ImapFlow): FolderSession {
    return { client, step: (act) => this.#step(client, act) };
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
