import type { EventsContext } from '../../events/context.ts';
import { FolderReader } from './reader.ts';

/** Columns that select the owners of folders. */
type OwnerColumn = 'mailboxes.id' | 'mailboxes.domain_id';

/** A mailbox with a folder. */
interface OwnedFolder {
  readonly id: string;
  /** Changes with all that a reader reads when it connects. */
  readonly version: string;
}

interface OpenFolder {
  readonly reader: FolderReader;
  readonly version: string;
}

/** Readers of all IMAP folders. */
export class Folders {
  readonly #context: () => EventsContext;
  readonly #open = new Map<string, OpenFolder>();
  /** Readers that are stopping. */
  readonly #leaving = new Set<Promise<void>>();
  #unwatch: readonly (() => void)[] = [];

  constructor(context: () => EventsContext) {
    this.#context = context;
  }

  /** Starts a reader for every folder of a mailbox, then follows signals. */
  async start(): Promise<void> {
    const { signals } = this.#context();
    this.#unwatch = [
      signals.watchAll('folder', (mailboxId) =>
        mailboxId === null ? this.#compare() : this.#reopen('mailboxes.id', mailboxId),
      ),
      // Without an id, the receiver of `folder` is called too.
      signals.watchAll('domain', (domainId) => domainId && this.#reopen('mailboxes.domain_id', domainId)),
    ];
    for (const owner of await this.#owners()) this.#start(owner);
  }

  async stop(): Promise<void> {
    for (const unwatch of this.#unwatch) unwatch();
    for (const id of [...this.#open.keys()]) this.#close(id);
    await Promise.all(this.#leaving);
  }

  #start({ id, version }: OwnedFolder): void {
    const context = this.#context();
    if (context.stopping.aborted || this.#open.has(id)) return;
    this.#open.set(id, { reader: new FolderReader(context, id), version });
  }

  #close(mailboxId: string): void {
    const folder = this.#open.get(mailboxId);
    if (!folder) return;
    this.#open.delete(mailboxId);
    const left = folder.reader.stop().finally(() => this.#leaving.delete(left));
    this.#leaving.add(left);
  }

  /** Reconnects folders whose mailbox, servers or verification changed, unless they are no longer read. */
  #reopen(column: OwnerColumn, id: string): void {
    this.#withOwners(this.#owners(column, id), (owners) => {
      if (column === 'mailboxes.id') this.#close(id);
      for (const owner of owners) {
        this.#close(owner.id);
        this.#start(owner);
      }
    });
  }

  /** Opens, reconnects and closes what signals that were lost would have. */
  #compare(): void {
    this.#withOwners(this.#owners(), (owners) => {
      const versions = new Map(owners.map(({ id, version }) => [id, version]));
      for (const [id, { version }] of this.#open) if (versions.get(id) !== version) this.#close(id);
      for (const owner of owners) this.#start(owner);
    });
  }

  #withOwners(listed: Promise<OwnedFolder[]>, act: (owners: readonly OwnedFolder[]) => void): void {
    const { outage, stopping } = this.#context();
    listed.then(act).catch((error: unknown) => {
      if (!stopping.aborted) outage.failed(error, 'mail folders not listed');
    });
  }

  async #owners(column?: OwnerColumn, id?: string): Promise<OwnedFolder[]> {
    let query = this.#context()
      .store.read.selectFrom('mailboxes')
      .leftJoin('domains', 'domains.id', 'mailboxes.domain_id')
      .leftJoin('mailbox_connections as connections', 'connections.mailbox_id', 'mailboxes.id')
      .select(['mailboxes.id', 'imap_folder', 'verification_status', 'self_hosted_config'])
      .select(['connections.config', 'after_taking', 'move_to', 'imported_since'])
      .where('imap_folder', 'is not', null)
      .where('mailboxes.status', '!=', 'deleted');
    if (column !== undefined && id !== undefined) query = query.where(column, '=', id);
    return (await query.execute()).map(({ id: owner, ...row }) => ({
      id: owner,
      version: JSON.stringify(row),
    }));
  }
}
