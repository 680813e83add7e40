import type { Context } from '../context.ts';
import { FolderReader } from './reader.ts';

/** Columns that select the owners of folders. */
type OwnerColumn = 'mailboxes.id' | 'mailboxes.domain_id';

/** Readers of all IMAP folders. */
export class Folders {
  readonly #context: () => Context;
  readonly #readers = new Map<string, FolderReader>();
  /** Readers that are stopping. */
  readonly #leaving = new Set<Promise<void>>();
  #unwatch: readonly (() => void)[] = [];

  constructor(context: () => Context) {
    this.#context = context;
  }

  /** Starts a reader for every folder of a mailbox, then follows signals. */
  async start(): Promise<void> {
    const { signals } = this.#context();
    this.#unwatch = [
      signals.watchAll('folder', (mailboxId) => this.#reopen('mailboxes.id', mailboxId)),
      signals.watchAll('domain', (domainId) => this.#reopen('mailboxes.domain_id', domainId)),
    ];
    for (const id of await this.#owners()) this.#open(id);
  }

  async stop(): Promise<void> {
    for (const unwatch of this.#unwatch) unwatch();
    for (const id of [...this.#readers.keys()]) this.#close(id);
    await Promise.all(this.#leaving);
  }

  #open(mailboxId: string): void {
    const context = this.#context();
    if (context.stopping.aborted || this.#readers.has(mailboxId)) return;
    this.#readers.set(mailboxId, new FolderReader(context, mailboxId));
  }

  #close(mailboxId: string): void {
    const reader = this.#readers.get(mailboxId);
    if (!reader) return;
    this.#readers.delete(mailboxId);
    const left = reader.stop().finally(() => this.#leaving.delete(left));
    this.#leaving.add(left);
  }

  /** Reconnects folders whose mailbox, servers or verification changed, unless they are no longer read. */
  #reopen(column: OwnerColumn, id: string): void {
    void this.#owners(column, id)
      .then((owners) => {
        if (column === 'mailboxes.id') this.#close(id);
        for (const owner of owners) {
          this.#close(owner);
          this.#open(owner);
        }
      })
      .catch((error: unknown) => this.#context().log.error({ err: error }, 'mail folders not listed'));
  }

  async #owners(column?: OwnerColumn, id?: string): Promise<string[]> {
    let query = this.#context()
      .store.read.selectFrom('mailboxes')
      .select('id')
      .where('imap_folder', 'is not', null)
      .where('status', '!=', 'deleted');
    if (column !== undefined && id !== undefined) query = query.where(column, '=', id);
    return (await query.execute()).map((owner) => owner.id);
  }
}
