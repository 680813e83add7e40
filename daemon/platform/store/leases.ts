/**
 * Name of work that one worker does at a time.
 *
 * - `worker`: the rows in progress that name a worker, by its name.
 * - `webhook`: the deliveries of a webhook.
 * - `folder`: the IMAP folder of a mailbox.
 */
export type LeaseName = `${'worker' | 'webhook' | 'folder'}:${string}`;

/** A claim that was granted. */
export interface Lease {
  /** False once it's released, or when another worker may have it: begin nothing more under it. */
  readonly isHeld: boolean;
  release(): Promise<void>;
}

/** Grants each name to one worker at a time. */
export interface Leases {
  /**
   * Null while another worker has it; `retry` is called once when that may have changed. Never rejects: a
   * claim that fails is refused.
   */
  claim(name: LeaseName, retry: () => void): Promise<Lease | null>;
}

/** For a database that one worker uses, as the lock of the home ensures: every claim is granted. */
export const SOLE_LEASES: Leases = {
  claim: () => {
    let isHeld = true;
    return Promise.resolve({
      get isHeld() {
        return isHeld;
      },
      release: () => {
        isHeld = false;
        return Promise.resolve();
      },
    });
  },
};

/** A lease that's claimed when it's needed, and again when it was refused or lost. */
export class KeptLease {
  readonly #leases: Leases;
  readonly #name: LeaseName;
  readonly #granted: () => void;
  #lease: Lease | null = null;
  #claiming: Promise<boolean> | null = null;
  #isRefused = false;
  #isOver = false;

  /** `granted` is called when a claim that was refused succeeds later. */
  constructor(leases: Leases, name: LeaseName, granted: () => void) {
    this.#leases = leases;
    this.#name = name;
    this.#granted = granted;
  }

  get isHeld(): boolean {
    return this.#lease?.isHeld === true;
  }

  /** Whether another worker has it, and `granted` is still to come. */
  get isRefused(): boolean {
    return this.#isRefused;
  }

  /** Whether it's held; claims it if it isn't. */
  async hold(): Promise<boolean> {
    if (this.isHeld) return true;
    if (this.#isOver) return false;
    if (this.#isRefused && this.#claiming === null) return false;
    this.#claiming ??= this.#claim().finally(() => {
      this.#claiming = null;
    });
    return this.#claiming;
  }

  async release(): Promise<void> {
    const lease = this.#lease;
    this.#lease = null;
    await lease?.release();
  }

  /** Releases it for good. A claim that was refused would be repeated otherwise. */
  async end(): Promise<void> {
    this.#isOver = true;
    await this.#claiming;
    await this.release();
  }

  async #claim(): Promise<boolean> {
    this.#isRefused = true;
    this.#lease = await this.#leases.claim(this.#name, () => void this.#retry());
    if (this.#lease !== null) this.#isRefused = false;
    return this.isHeld;
  }

  async #retry(): Promise<void> {
    // The claim that was refused may not have returned yet.
    await this.#claiming;
    this.#isRefused = false;
    if (await this.hold()) this.#granted();
  }
}
