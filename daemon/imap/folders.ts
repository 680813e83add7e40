import type { Context } from '../context.ts';
import { FolderReader } from './reader.ts';

/** Readers of all IMAP folders. */
export class Folders {
  readonly #context: () => Context;
  readonly #readers = new Map<string, FolderReader>();
  /** Readers that are stopping. */
  readonly #leaving = new Set<Promise<void>>();
  #running = false;

  constructor(context: () => Context) {
    this.#context = context;
  }

  /** Starts a reader for every folder of a mailbox. */
  async start(): Promise<void> {
    this.#running = true;
    for (const id of await this.#owners()) this.open(id);
  }

  async stop(): Promise<void> {
    this.#running = false;
    for (const id of [...this.#readers.keys()]) this.close(id);
    await Promise.all(this.#leaving);
  }

  open(mailboxId: string): void {
    if (!this.#running || this.#readers.has(mailboxId)) return;
    this.#readers.set(mailboxId, new FolderReader(this.#context(), mailboxId));
  }

  close(mailboxId: string): void {
    const reader = this.#readers.get(mailboxId);
    if (!reader) return;
    this.#readers.delete(mailboxId);
    const left = reader.stop().finally(() => this.#leaving.delete(left));
    this.#leaving.add(left);
  }

  /** Reconnects the mailboxes of a domain after its servers or state changed. */
  reopen(domainId: string): void {
    void this.#owners(domainId)
      .then((ids) => {
        for (const id of ids) {
          this.close(id);
          this.open(id);
        }
      })
      .catch((error: unknown) => this.#context().log.error({ err: error }, 'mail folders not listed'));
  }

  async #owners(domainId?: string): Promise<string[]> {
    let query = this.#context()
      .store.read.selectFrom('mailboxes')
      .select('id')
      .where('imap_folder', 'is not', null)
      .where('status', '!=', 'deleted');
    if (domainId !== undefined) query = query.where('domain_id', '=', domainId);
    return (await query.execute()).map(({ id }) => id);
  }
}
