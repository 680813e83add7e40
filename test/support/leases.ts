import type { KeptLease, Lease, LeaseName, Leases } from '../../daemon/platform/store/leases.ts';

/** A lease that is held from the beginning. */
export const HELD: Pick<KeptLease, 'isHeld' | 'hold'> = { isHeld: true, hold: () => Promise.resolve(true) };

/** Leases of a database whose other workers take names and give them back when the test says so. */
export class ScriptedLeases implements Leases {
  /** Names that are granted and not released. */
  readonly granted = new Set<LeaseName>();
  readonly #elsewhere = new Set<string>();
  readonly #waiting: { readonly name: LeaseName; readonly retry: () => void }[] = [];

  claim(name: LeaseName, retry: () => void): Promise<Lease | null> {
    if (this.#isElsewhere(name)) {
      this.#waiting.push({ name, retry });
      return Promise.resolve(null);
    }
    this.granted.add(name);
    const isHeld = () => this.granted.has(name) && !this.#isElsewhere(name);
    return Promise.resolve({
      get isHeld() {
        return isHeld();
      },
      release: () => {
        this.granted.delete(name);
        return Promise.resolve();
      },
    });
  }

  /** Another worker has the names that begin so, also those that were granted. */
  take(prefix: string): void {
    this.#elsewhere.add(prefix);
  }

  giveBack(prefix: string): void {
    this.#elsewhere.delete(prefix);
    const waiting = this.#waiting.splice(0);
    for (const { retry } of waiting) retry();
  }

  /** Names whose claims were refused. */
  get refused(): readonly LeaseName[] {
    return this.#waiting.map(({ name }) => name);
  }

  #isElsewhere(name: LeaseName): boolean {
    return [...this.#elsewhere].some((prefix) => name.startsWith(prefix));
  }
}
