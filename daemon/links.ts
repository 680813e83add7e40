/** Absolute addresses of this daemon's own pages, for mail that leads people to them. */
export class Links {
  #base: string | null;

  /** `publicBase` is where people reach the pages; without it the listener's own origin is used. */
  constructor(publicBase: string | null) {
    this.#base = publicBase?.replace(/\/+$/, '') ?? null;
  }

  /** Called once, when the listener has its port. */
  listeningAt(origin: string): void {
    this.#base ??= origin;
  }

  to(path: string): string {
    if (this.#base === null) throw new Error('the daemon does not listen yet');
    return `${this.#base}${path}`;
  }
}
